package frontier

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// plainName is the short name of a point, as people write it: the workers of a
// disaggregated deployment or the parallelism of an aggregated one, then the
// concurrency; for points of other tables their id or their identifying values.
func (p *Point) plainName() string {
	if len(p.fields) > 0 && RoleOf(p.fields[0].Name) == ID {
		return p.fields[0].Value
	}
	var parts []string
	if d := p.deployment(); d != "" {
		parts = append(parts, d)
	}
	if c := p.get(fieldConc); c != "" {
		parts = append(parts, "c"+c)
	}
	for _, f := range p.fields {
		if RoleOf(f.Name) == FreeText && !p.byValue {
			parts = append(parts, f.Value)
		}
	}
	if len(parts) == 0 {
		for _, f := range p.fields {
			parts = append(parts, f.Name+"="+orUnknown(f.Value))
		}
	}
	if len(parts) == 0 {
		return "the only point"
	}
	return strings.Join(parts, " ")
}

// deployment is "1P4D" for workers known by role, else the parallelism.
func (p *Point) deployment() string {
	pw, dw := p.get("prefill_workers"), p.get("decode_workers")
	if p.get("disagg") == "true" && pw != "" && dw != "" {
		return pw + "P" + dw + "D"
	}
	d := p.parallelism("prefill_")
	if p.get("disagg") == "true" {
		d = strings.TrimSpace("disagg " + d)
	}
	return d
}

// parallelism is "TP8", "TP8/EP8", "DEP8", "DP8/EP4", with /PP2, /DCP2 and
// /PCP2 where these are not 1; "" if the role's tensor parallelism is unknown.
func (p *Point) parallelism(role string) string {
	tp, ep := p.get(role+"tp"), p.get(role+"ep")
	if tp == "" {
		return ""
	}
	s := "TP" + tp
	switch dp := p.get(role+"dp_attention") == "true"; {
	case dp && ep == tp:
		s = "DEP" + tp
	case dp:
		s = "DP" + tp
		fallthrough
	default:
		if ep != "" && ep != "1" && ep != "0" {
			s += "/EP" + ep
		}
	}
	for _, more := range []string{"pp", "dcp", "pcp"} {
		if v := p.get(role + more); v != "" {
			s += "/" + strings.ToUpper(more) + v
		}
	}
	return s
}

// roles is the parallelism of both roles: "TP8" where they are the same, else
// "TP4+DEP8", prefill first.
func (p *Point) roles() string {
	pre, dec := p.parallelism("prefill_"), p.parallelism("decode_")
	if pre == dec || dec == "" {
		return pre
	}
	return pre + "+" + dec
}

// nameCurve gives the points of both sides of a curve names that tell them
// apart, the shortest that do. One identity has one name on both sides.
func nameCurve(c *Curve) {
	all := namings(c)
	// Each step adds what tells apart the points that still share a name.
	for step := 0; ; step++ {
		groups := sharing(all)
		for _, g := range groups {
			slices.SortFunc(g, func(a, b *naming) int {
				p, q := a.points[0], b.points[0]
				return cmp.Or(strings.Compare(p.Identity, q.Identity), strings.Compare(p.fingerprint, q.fingerprint))
			})
			tellApart(g, step)
		}
		if len(groups) == 0 || step > lastStep {
			break
		}
	}
	for i := range all {
		for _, p := range all[i].points {
			p.Name = all[i].name
		}
	}
	for side := range c.Sides {
		sortByName(c.Sides[side].Points)
	}
}

// namings returns what there is to name in a curve: its identities, by recipe
// where one side has an identity with several.
func namings(c *Curve) []naming {
	several := map[string]bool{}
	for side := range c.Sides {
		points := c.Sides[side].Points
		if !slices.ContainsFunc(points, func(p Point) bool { return p.fingerprint != "" }) {
			continue // then a side has an identity once
		}
		seen := map[string]bool{}
		for i := range points {
			at := points[i].Identity
			if seen[at] {
				several[at] = true
			}
			seen[at] = true
		}
	}
	base, head := c.Sides[0].Points, c.Sides[1].Points
	all := make([]naming, 0, max(len(base), len(head)))
	var place map[string]int // in all
	if len(base) > 0 && len(head) > 0 {
		place = make(map[string]int, len(base)+len(head))
	}
	for side := range c.Sides {
		points := c.Sides[side].Points
		for i := range points {
			p := &points[i]
			if place != nil {
				at := p.Identity
				if several[at] {
					at += "\x1d" + p.fingerprint
				}
				if n, known := place[at]; known {
					all[n].points = append(all[n].points, p)
					continue
				}
				place[at] = len(all)
			}
			all = append(all, naming{points: []*Point{p}, name: p.plainName()})
		}
	}
	return all
}

// sharing returns the groups of namings that share a name.
func sharing(all []naming) [][]*naming {
	first := make(map[string]int, len(all)) // of a name; -1-group where it is shared
	var groups [][]*naming
	for i := range all {
		n := &all[i]
		switch at, known := first[n.name]; {
		case !known:
			first[n.name] = i
		case at < 0:
			groups[-1-at] = append(groups[-1-at], n)
		default:
			first[n.name] = -1 - len(groups)
			groups = append(groups, []*naming{&all[at], n})
		}
	}
	return groups
}

// sortByName sorts points by their names in natural order.
func sortByName(points []Point) {
	type named struct {
		key string
		at  int
	}
	order := make([]named, len(points))
	var b []byte
	for i := range points {
		b = naturalKey(b[:0], points[i].Name)
		order[i] = named{string(b), i}
	}
	slices.SortFunc(order, func(a, b named) int {
		return cmp.Or(strings.Compare(a.key, b.key), strings.Compare(points[a.at].Name, points[b.at].Name))
	})
	sorted := make([]Point, len(points))
	for i, n := range order {
		sorted[i] = points[n.at]
	}
	copy(points, sorted)
}

// naturalKey appends a text whose order byte by byte is that of compareNatural:
// a run of digits becomes a digit, its length without leading zeros and itself.
func naturalKey(key []byte, name string) []byte {
	for i := 0; i < len(name); {
		n := digits(name[i:])
		if n == 0 {
			key = append(key, name[i])
			i++
			continue
		}
		number := strings.TrimLeft(name[i:i+n], "0")
		key = append(key, '0')
		key = binary.BigEndian.AppendUint32(key, uint32(len(number)))
		key = append(key, number...)
		i += n
	}
	return key
}

// A naming is the name in the making of one identity and recipe.
type naming struct {
	points []*Point
	name   string
}

// The steps of telling points apart, in order.
const (
	stepRoles = iota // parallelism of both roles
	stepFields
	stepRecipe
	stepNumber
	lastStep = stepNumber
)

func tellApart(g []*naming, step int) {
	switch step {
	case stepRoles:
		for _, n := range g {
			p := n.points[0]
			r := p.roles()
			if r == "" || r == p.deployment() {
				continue
			}
			if head, tail, ok := strings.Cut(n.name, " c"); ok && p.get("disagg") == "true" {
				n.name = head + " " + strings.TrimPrefix(r, "disagg ") + " c" + tail
			} else {
				n.name = strings.Replace(n.name, p.deployment(), r, 1)
			}
		}
	case stepFields:
		var fields []string
		for _, n := range g {
			for _, f := range n.points[0].fields {
				fields = append(fields, f.Name)
			}
		}
		slices.Sort(fields)
		for _, f := range slices.Compact(fields) {
			varies := false
			for _, n := range g {
				varies = varies || n.points[0].get(f) != g[0].points[0].get(f)
			}
			if !varies || RoleOf(f) == FreeText {
				continue
			}
			for _, n := range g {
				if v := n.points[0].get(f); v != "" {
					n.name += " " + detail(f, v)
				}
			}
		}
	case stepRecipe:
		for _, n := range g {
			if fp := n.points[0].fingerprint; fp != "" {
				n.name += " #" + fp[:min(8, len(fp))]
			}
		}
	default:
		for i, n := range g {
			n.name = fmt.Sprintf("%s (%d)", n.name, i+1)
		}
	}
}

// detail is a field's value as part of a name.
func detail(field, v string) string {
	switch field {
	case fieldOffload:
		return "offload" // off is the neutral value and never gets here
	case "disagg", "is_multinode":
		return strings.TrimPrefix(field, "is_")
	case fieldSpec:
		if v == "none" {
			return "no-spec"
		}
		return v
	}
	switch RoleOf(field) {
	case Setting:
		return strings.ToUpper(field) + v
	case SeriesField:
		return v
	default:
		return field + "=" + v
	}
}

// plainName is the name of a row before its curve is known.
func (rd *rowReader) plainName(side, row int) string {
	p := rd.point(side, row, nil)
	return p.plainName()
}
