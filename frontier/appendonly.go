package frontier

import "slices"

// A Delta says what head holds of an append-only change, one that adds points
// and leaves all others as they are (InferenceX's append-only runs).
type Delta int8

// The deltas.
const (
	// NotAppendOnly: head is an ordinary run that replaces the curves it measures.
	NotAppendOnly Delta = iota
	// DeltaOnly: head holds the new points alone; the judged curve is base and
	// head together.
	DeltaOnly
	// DeltaAndBase: head holds the new points and all of base's, unchanged.
	DeltaAndBase
)

// appendOnly checks the rules of an append-only change and adds a reason for
// each breach: head repeats a base point (or, where it has to hold all of base,
// lacks or changes one), brings another image into a curve, or opens a curve
// that base lacks.
func (a *Arrangement) appendOnly(c *Curve, delta Delta, res *GateResult) {
	breach := func(id, detail, name string) {
		r := newReason(ReasonAppendOnly, c.Key)
		r.ID, r.Detail, r.Name = id, detail, name
		res.Reasons = append(res.Reasons, r)
	}
	base, head := c.Sides[0].Points, c.Sides[1].Points
	if len(base) == 0 && len(head) > 0 {
		breach("", "opens a curve that base lacks", "")
		return
	}
	inBase, inHead := byIdentity(base), byIdentity(head)
	for _, d := range c.Sides[1].Dead { // measured again in vain, but measured again
		if delta == DeltaOnly && len(inBase[d.identity]) > 0 {
			breach(d.Name, "base has this point already; an append-only run must not measure it again", "")
		}
	}
	images := map[string]bool{}
	for _, p := range base {
		images[a.image(0, p)] = true
		same := inHead[p.Identity]
		switch {
		case delta == DeltaOnly && len(same) > 0:
			breach(p.Name, "base has this point already; an append-only run must not measure it again", "")
		case delta == DeltaAndBase && len(same) == 0:
			breach(p.Name, "removed; an append-only change removes nothing", "")
		case delta == DeltaAndBase && !slices.ContainsFunc(same, func(h Point) bool { return a.equal(c, p, h) }):
			breach(p.Name, "changed; an append-only change leaves base's points as they are", "")
		}
	}
	for _, p := range head {
		if len(inBase[p.Identity]) > 0 {
			continue
		}
		switch image := a.image(1, p); {
		case image == "":
			breach(p.Name, "has no image on record, so it cannot be shown to be base's", "")
		case len(images) > 1 && images[image]:
			breach(p.Name, "joins a curve that has several images in base, one of them", image)
		case len(images) != 1 || !images[image]:
			breach(p.Name, "brings another image into the curve:", image)
		}
	}
}

// image returns the image that a point was measured with, "" if unknown.
func (a *Arrangement) image(side int, p Point) string {
	return Normalize("image", a.Tables[side].Label("image").Text(p.Row))
}
