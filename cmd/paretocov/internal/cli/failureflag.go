package cli

import (
	"strconv"

	"github.com/spf13/pflag"

	"paretocov/frontier"
)

const maxFailureRateFlag = "max-failure-rate"

func addMaxFailureRate(fs *pflag.FlagSet, to *string) {
	standard := strconv.FormatFloat(100*frontier.DefaultMaxFailureRate, 'g', -1, 64) + "%"
	fs.StringVar(to, maxFailureRateFlag, standard,
		"largest `SHARE` of failed requests of a measured point, such as 5% or 0.05; 100% for no limit")
}

// parseMaxFailureRate reads a share from 0 to 100 %, as "5%" or "0.05".
func parseMaxFailureRate(s string) (float64, error) {
	f, percent, ok := shareIn(s)
	switch {
	case !ok:
		return 0, usagef("--%s %q is not a share such as 5%% or 0.05", maxFailureRateFlag, s)
	case f > 1 && !percent:
		return 0, usagef("--%s %s is over 100 %%; if you mean %s %%, write %s%%", maxFailureRateFlag, s, s, s)
	case !(f <= 1):
		return 0, usagef("--%s %s is over 100 %%; 100%% is no limit", maxFailureRateFlag, s)
	}
	return f, nil
}
