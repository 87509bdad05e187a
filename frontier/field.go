package frontier

import (
	"strconv"
	"strings"
)

// A Role says what a text column is for.
type Role int8

// The roles.
const (
	// FreeText is a column of no known meaning. It identifies a point.
	FreeText Role = iota
	// SeriesField is part of the default curve key, and identifies a point.
	SeriesField
	// Setting is a knob of the measured configuration; it identifies a point.
	Setting
	// Provenance tells where a row came from and never identifies a point.
	Provenance
	// ID is the identity and name of a point, verbatim.
	ID
	// CurveName is the curve of a point, verbatim.
	CurveName
)

// The names of columns that code refers to.
const (
	fieldModel       = "model"
	fieldModelPrefix = "model_prefix"
	fieldScenario    = "benchmark_type"
	fieldISL         = "isl"
	fieldOSL         = "osl"
	fieldHardware    = "hardware"
	fieldFramework   = "framework"
	fieldPrecision   = "precision"
	fieldSpec        = "spec_method"
	fieldOffload     = "offload"
	fieldConc        = "conc"
	fieldFingerprint = "recipe_fingerprint"
)

// The scenarios, as the public API names them.
const (
	AgenticTraces = "agentic_traces"
	SingleTurn    = "single_turn"
)

// seriesFields are the fields of the default curve key, in printed order.
var seriesFields = [...]string{
	fieldModel, fieldScenario, fieldISL, fieldOSL, fieldHardware, fieldFramework, fieldPrecision, fieldSpec,
}

// roleSettings are the settings that the prefill and the decode role of a
// deployment have each; without a role before the name they are of both.
var roleSettings = [...]string{"tp", "pp", "dcp", "pcp", "ep", "dp_attention", "workers"}

// roles are the columns of known meaning. Settings per role of a deployment are
// written role_setting.
var roles = func() map[string]Role {
	m := map[string]Role{"id": ID, "curve": CurveName, fieldModelPrefix: SeriesField}
	for _, f := range seriesFields {
		m[f] = SeriesField
	}
	for _, f := range []string{"disagg", "is_multinode", fieldOffload, fieldConc, "batch_size", "request_rate"} {
		m[f] = Setting
	}
	for _, s := range roleSettings {
		m[s], m["prefill_"+s], m["decode_"+s] = Setting, Setting, Setting
	}
	for _, f := range []string{
		"image", "date", "run_url", "run_id", "workflow_run_id", "run_attempt", "attempt", "run_started_at",
		"curve_date", "curve_workflow_run_id", "curve_run_started_at", fieldFingerprint, "config_key", "config_keys",
		"exp_name", "run_name", "runner", "commit", "sha", "timestamp", "time", "file", "path", "source", "url",
		"num_gpus", "num_prefill_gpu", "num_decode_gpu", "num_aggregate_gpu", "gpus", "num_gpu",
		"result_schema_version", "kv_offload_backend",
	} {
		m[f] = Provenance
	}
	return m
}()

// fieldAliases are other spellings of known columns.
var fieldAliases = map[string]string{
	"hw": fieldHardware, "gpu": fieldHardware, "infmax_model_prefix": fieldModelPrefix,
	"spec_decoding": fieldSpec, "scenario_type": fieldScenario, "concurrency": fieldConc, "run": "run_id", "users": fieldConc,
	"offload_mode": fieldOffload, "kv_offloading": fieldOffload, "offloading": fieldOffload,
	"dcp_size": "dcp", "pcp_size": "pcp", "prefill_dcp_size": "prefill_dcp", "prefill_pcp_size": "prefill_pcp",
	"decode_dcp_size": "decode_dcp", "decode_pcp_size": "decode_pcp",
	"prefill_num_workers": "prefill_workers", "decode_num_workers": "decode_workers",
}

// neutral are the values that settings had before files named them, and that
// say the same as no value.
var neutral = func() map[string]string {
	m := map[string]string{fieldOffload: "off", "disagg": "false", "is_multinode": "false"}
	for _, s := range []string{"pp", "dcp", "pcp"} {
		m["prefill_"+s], m["decode_"+s] = "1", "1"
	}
	m["prefill_workers"], m["decode_workers"] = "0", "0"
	m["prefill_dp_attention"], m["decode_dp_attention"] = "false", "false"
	return m
}()

var underscores = strings.NewReplacer(" ", "_", "-", "_")

// FieldName returns the name that a column of a table is known by: the known
// spelling of a known column, else the column's own name without outer spaces.
func FieldName(column string) string {
	trimmed := strings.TrimSpace(column)
	name := underscores.Replace(strings.ToLower(trimmed))
	if to, ok := fieldAliases[name]; ok {
		return to
	}
	if _, ok := roles[name]; ok || IsMetric(name) {
		return name
	}
	return trimmed
}

// RoleOf returns the role of a column by its field name.
func RoleOf(field string) Role { return roles[field] }

// Normalize returns the text by which a value of a field is compared: without
// outer spaces and repeated inner ones and in lower case; numbers and booleans
// of settings in one spelling; hardware without a "cluster:" before it and
// without what follows its first "-" (the InferenceX rule); offload as on or
// off. IDs and curve names are compared verbatim.
func Normalize(field, value string) string {
	role := RoleOf(field)
	if role == ID || role == CurveName {
		return value
	}
	v := strings.ToLower(strings.Join(strings.Fields(value), " "))
	switch {
	case field == fieldHardware:
		v = strings.TrimPrefix(v, "cluster:")
		v, _, _ = strings.Cut(v, "-")
		return strings.TrimSpace(v)
	case field == fieldOffload:
		switch v {
		case "", "none", "off", "false", "no", "0":
			return "off"
		}
		return "on"
	case field == fieldScenario:
		switch v {
		case "agentic-coding", "agentic_coding", "agentic-traces", "agentic":
			return AgenticTraces
		case "single-turn", "fixed-seq", "fixed_seq", "fixed-sequence":
			return SingleTurn
		}
	case field == fieldSpec && v == "":
		return "none"
	}
	if role == Setting || field == fieldISL || field == fieldOSL {
		// Integers of up to 15 digits are exact in float64; longer texts stay.
		if len(v) <= 15 {
			if f, err := strconv.ParseFloat(v, 64); err == nil && f == float64(int64(f)) {
				return strconv.FormatInt(int64(f), 10)
			}
		}
	}
	return v
}
