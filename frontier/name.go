package frontier

import (
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
	several := map[string]bool{} // identities with several recipes on one side
	for side := range c.Sides {
		seen := map[string]bool{}
		for _, p := range c.Sides[side].Points {
			several[p.Identity] = several[p.Identity] || seen[p.Identity]
			seen[p.Identity] = true
		}
	}
	named := map[string][]*Point{} // by identity, and by recipe where it takes that
	for side := range c.Sides {
		for i := range c.Sides[side].Points {
			p := &c.Sides[side].Points[i]
			at := p.Identity
			if several[at] {
				at += "\x1d" + p.fingerprint
			}
			named[at] = append(named[at], p)
		}
	}
	var all []*naming
	for _, ps := range named {
		all = append(all, &naming{points: ps, name: ps[0].plainName()})
	}
	slices.SortFunc(all, func(a, b *naming) int {
		return strings.Compare(a.points[0].Identity+a.points[0].fingerprint, b.points[0].Identity+b.points[0].fingerprint)
	})
	// Each step adds what tells apart the points that still share a name.
	for step := 0; ; step++ {
		groups := map[string][]*naming{}
		for _, n := range all {
			groups[n.name] = append(groups[n.name], n)
		}
		shared := false
		for _, g := range groups {
			if len(g) > 1 {
				shared = true
				tellApart(g, step)
			}
		}
		if !shared || step > lastStep {
			break
		}
	}
	for _, n := range all {
		for _, p := range n.points {
			p.Name = n.name
		}
	}
	for side := range c.Sides {
		slices.SortFunc(c.Sides[side].Points, func(a, b Point) int { return compareNatural(a.Name, b.Name) })
	}
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
