package ingest

import (
	"encoding/base64"
	"errors"
	"slices"
)

// statedUnit returns the unit that a field of an Arrow schema states: that of a
// duration, or the metadata under unit or units; "" for none.
func statedUnit(field flatTable) (string, error) {
	if field.byte(2, 0) == arrowDuration {
		names := [...]string{"s", "ms", "us", "ns"}
		u := field.table(3).int16(0, 1)
		if u < 0 || int(u) >= len(names) {
			return "", errArrowMetadata
		}
		return names[u], nil
	}
	pairs, ok := field.tables(6)
	if !ok {
		return "", errArrowMetadata
	}
	for _, p := range pairs {
		key, ok := p.text(0)
		value, okValue := p.text(1)
		if !ok || !okValue {
			return "", errArrowMetadata
		}
		if key == unitKey || key == unitKey+"s" {
			return value, nil
		}
	}
	return "", nil
}

// arrowSchemaKey is the key of a Parquet file's metadata under which writers of
// Arrow's libraries put the schema: the message of an IPC stream in base64.
const arrowSchemaKey = "ARROW:schema"

// errParquetSchema is for an Arrow schema in a Parquet file that cannot be read.
// It is not passed over: the units of the columns may stand in it.
var errParquetSchema = errors.New("its " + arrowSchemaKey + " is broken, which may state units; write the file anew")

// arrowUnits returns the units, by column, that the Arrow schema in a Parquet
// file's metadata states. Types do not matter.
func arrowUnits(encoded string) (map[string]string, error) {
	raw, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, errParquetSchema
	}
	raw = slices.Clip(raw)
	m, _, err := readIPCMessage(&document{size: int64(len(raw)), mem: raw}, 0)
	if err != nil || m == nil || m.kind != messageSchema {
		return nil, errParquetSchema
	}
	fields, ok := m.header.tables(1)
	if !ok || len(fields) > maxArrowFields {
		return nil, errParquetSchema
	}
	units := map[string]string{}
	for _, f := range fields {
		name, ok := f.text(0)
		unit, err := statedUnit(f)
		if !ok || err != nil {
			return nil, errParquetSchema
		}
		if unit != "" {
			units[name] = unit
		}
	}
	return units, nil
}
