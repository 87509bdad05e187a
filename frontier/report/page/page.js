const byId = (id) => document.getElementById(id);
const root = document.documentElement;
const data = JSON.parse(byId("data").textContent);
root.classList.add("js");

// Words of the page that stand in no table.
const words = {
	en: {
		language: "中文", theme: "Theme: ", auto: "system", light: "light", dark: "dark",
		previous: "Previous curve", next: "Next curve", failed: (n) => n + " not covered",
		groupFailed: "Not covered", groupChanged: "Changed by head", groupSame: "Same as base, or lost",
		strict: "strict", dashboard: "dashboard", base: "base", head: "head", baseLong: "base (hollow)", dominated: "dominated",
		wide: (f) => "wide span (over " + f + "x)", shade: "covered by head",
		kinds: { exceeded: "exceeded", matched: "matched", line: "below the line", within: "within tolerance", wide: "below a wide span only", uncovered: "not covered", unverifiable: "cannot be verified" },
		zoomIn: "Zoom in", zoomOut: "Zoom out", reset: "Reset", zoom: "Zoom",
		less: ", less is better", more: ", more is better", chart: (y, x) => "Chart: " + y + " against " + x, role: "interactive chart",
		help: "Hover, or use the arrow keys; Page Up and Down go through removed points. A click or Enter finds the point's row. + and −, or the wheel once the chart has the focus, zoom; 0 resets; drag or Shift with arrows moves.",
		on: (r) => "on the frontier (" + r + ")", onDashboard: "on the dashboard's frontier, not on the strict one", off: "dominated", by: "by ", others: (n) => " and " + n + " more",
		removed: "removed", margin: "margin", witness: "witness", status: "status", configuration: "configuration", image: "image", equal: "same values",
		none: "Nothing to show here: this view has no points, or all are hidden.", left: (n, s) => n + " dominated points of " + s + " are left out; report.json has all.", invalid: (s) => "Not drawn, " + s + ": ",
		points: "Points of this view", point: "Point", side: "Side", standing: "Frontier", fate: "Removed",
		search: "Filter", any: "all", kind: "Coverage", state: "Status", only: "only the curve shown", rows: (n, of) => n === of ? of + " rows" : n + " of " + of + " rows", counts: (b, h) => "base " + b + ", head " + h,
	},
	zh: {
		language: "English", theme: "主题：", auto: "跟随系统", light: "浅色", dark: "深色",
		previous: "上一条曲线", next: "下一条曲线", failed: (n) => n + " 个未被覆盖",
		groupFailed: "未被覆盖", groupChanged: "新数据有改动", groupSame: "与基线相同或已丢失",
		strict: "strict", dashboard: "dashboard", base: "基线", head: "新", baseLong: "基线（空心）", dominated: "被支配的点",
		wide: (f) => "过宽的连线（超过 " + f + " 倍）", shade: "被新曲线覆盖的区域",
		kinds: { exceeded: "两轴均被超越", matched: "被持平", line: "位于连线下方", within: "容差之内", wide: "仅位于过宽的连线下方", uncovered: "未被覆盖", unverifiable: "无法验证" },
		zoomIn: "放大", zoomOut: "缩小", reset: "还原", zoom: "缩放",
		less: "，越小越好", more: "，越大越好", chart: (y, x) => "图：" + y + " 对 " + x, role: "交互图",
		help: "将指针移到点上，或用方向键逐点移动；Page Up、Page Down 在被移除的点间移动。单击或回车定位到表格行。+、− 或滚轮（图获得焦点后）缩放，0 还原；拖动或 Shift 加方向键平移。",
		on: (r) => "在前沿上（" + r + "）", onDashboard: "在 dashboard 前沿上，不在 strict 前沿上", off: "被支配", by: "支配者：", others: (n) => " 等 " + n + " 个",
		removed: "被移除", margin: "余量", witness: "依据", status: "状态", configuration: "配置", image: "镜像", equal: "值相同",
		none: "没有可显示的点：此视图没有点，或全部被隐藏。", left: (n, s) => s + "有 " + n + " 个被支配的点未画出，见 report.json。", invalid: (s) => "未画出，" + s + "：",
		points: "此视图的点", point: "点", side: "侧", standing: "前沿", fate: "被移除",
		search: "筛选", any: "全部", kind: "覆盖", state: "状态", only: "仅当前曲线", rows: (n, of) => n === of ? of + " 行" : of + " 行中的 " + n + " 行", counts: (b, h) => "基线 " + b + "，新 " + h,
	},
};
let lang = data.langs[0];
const w = () => words[lang];
const tr = (texts) => (texts || [])[data.langs.indexOf(lang)] || "";
const sideWord = (side) => side ? w().head : w().base;

// Elements. Text always goes in as text.
const make = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
const draw = (name, attributes, ...children) => fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
function fill(element, attributes, children) {
	for (const [k, v] of Object.entries(attributes || {})) element.setAttribute(k, v);
	element.append(...children);
	return element;
}

// Numbers, as the tables have them.
const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const four = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4, useGrouping: false });
function number(v) {
	const a = Math.abs(v);
	if (a === 0) return "0";
	if (a >= 1e15 || a < 1e-4) return v.toPrecision(4).replace(/\.?0+e/, "e").replace(/e([+-])(\d)$/, "e$10$2");
	return a >= 999.95 ? grouped.format(v) : four.format(v);
}
const withUnit = (v, axis) => number(v) + (axis.unit ? " " + axis.unit : "");

// The state of the chart, and what follows from it.
const state = { curve: data.start[0], view: data.start[1], rule: data.rule, base: true, head: true, dominated: true };
const bit = () => state.rule === "strict" ? 1 : 2;
const curve = () => data.curves[state.curve];
const view = () => curve().views[state.view];
const xAxis = () => data.axes[view().x];
const yAxis = () => data.axes[view().y];
let points = []; // of the view: base's, then head's
let shown = []; // of these, by x
let full = null; // the window that shows all: x0, x1, y0, y1
let win = null; // the window shown
let frame = null; // pixels: w, h, l, r, t, b
let active = null;

function load() {
	points = [];
	view().sides.forEach((side, k) => side.names.forEach((name, i) => {
		points.push({ side: k, i, name, x: side.x[i], y: side.y[i], on: side.on[i], removed: null });
	}));
	for (const r of view().removed) points[r.point].removed = r;
	full = { ...extent(points.map((p) => p.x), "x"), ...extent(points.map((p) => p.y), "y") };
	win = { ...full };
	active = null;
}

// The range of an axis, as on the charts: it begins at 0 unless the values are
// close together. Halves, because a whole range may not be a number.
function extent(values, axis) {
	let lo = Infinity, hi = -Infinity;
	for (const v of values) { lo = Math.min(lo, v); hi = Math.max(hi, v); }
	if (!(lo <= hi)) { lo = 0; hi = 1; } else if (lo === hi) {
		const half = 0.25 * Math.abs(lo) || 1;
		lo -= half; hi += half;
	} else {
		const room = 0.12 * (hi / 2 - lo / 2), first = lo;
		lo = first > 0 && first < 0.45 * hi ? 0 : first - room;
		hi += room;
	}
	const most = Number.MAX_VALUE;
	return { [axis + 0]: Math.max(lo, -most), [axis + 1]: Math.min(hi, most) };
}
const share = (v, lo, hi) => (v / 2 - lo / 2) / (hi / 2 - lo / 2);
const px = (x) => frame.l + share(x, win.x0, win.x1) * (frame.r - frame.l);
const py = (y) => frame.b - share(y, win.y0, win.y1) * (frame.b - frame.t);
const value = (t, lo, hi) => lo * (1 - t) + hi * t;

// Multiples of 1, 2 or 5 times a power of ten.
function ticks(lo, hi, parts) {
	const raw = 2 * (hi / 2 / parts - lo / 2 / parts);
	if (!(raw > 0) || !isFinite(raw)) return [];
	let exp = Math.floor(Math.log10(raw)), factor = 1;
	for (factor of [1, 2, 5, 10]) if (Number(factor + "e" + exp) >= raw * (1 - 1e-9)) break;
	const step = Number(factor + "e" + exp);
	if (factor === 10) { factor = 1; exp++; }
	const out = [], first = Math.ceil(lo / step - 1e-9), last = Math.floor(hi / step + 1e-9);
	if (!(last - first < 60) || Math.abs(first) > 1e15) return [];
	for (let k = first; k <= last; k++) {
		const v = Number(k * factor + "e" + exp);
		if (v >= lo && v <= hi) out.push({ v, label: tickLabel(v, exp) });
	}
	return out;
}
function tickLabel(v, exp) {
	const a = Math.abs(v);
	if (v === 0) return "0";
	if (a >= 1e9 || a < 1e-4) return v.toExponential(Math.min(15, Math.max(0, Math.floor(Math.log10(a)) - exp))).replace(/\.?0+e/, "e").replace("e+", "e");
	const n = Math.min(15, Math.max(0, -exp));
	return v.toLocaleString("en-US", { minimumFractionDigits: n, maximumFractionDigits: n });
}

// Markers of radius r, as pieces of a path.
function marker(p, r) {
	const x = px(p.x), y = py(p.y), outline = curve().look.outline;
	if (!outline) return `M${f(x - r)} ${f(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
	return "M" + outline.map(([dx, dy]) => f(x + r * dx) + " " + f(y + r * dy)).join("L") + "z";
}
// Far outside of a zoomed window coordinates grow beyond what browsers draw.
const f = (v) => Math.round(Math.max(-1e5, Math.min(1e5, v)) * 100) / 100;

const frontOf = (side) => points.filter((p) => p.side === side && p.on & 1).sort((a, b) => a.x - b.x);
const visible = (p) => (p.side ? state.head : state.base) && (state.dominated || p.removed || p.on & bit());
// A rough width of a text: what is wide in all fonts counts twice.
const widthOf = (s, size) => size * [...s].reduce((n, c) => n + (c > "\u2e80" ? 1 : 0.6), 0);

function render() {
	const box = byId("chart");
	const width = Math.max(260, box.clientWidth || 800), height = Math.max(300, Math.min(540, Math.round(width * 0.52)));
	const narrow = width < 560;
	const yTicks = ticks(win.y0, win.y1, height < 380 ? 4 : 6);
	const left = 12 + Math.max(14, ...yTicks.map((t) => widthOf(t.label, 12)));
	frame = { w: width, h: height, l: left, r: width - 12, t: 40, b: height - 44 };
	let xTicks = [];
	for (const n of [10, 8, 6, 4, 3, 2]) {
		xTicks = ticks(win.x0, win.x1, n);
		const gap = xTicks.length > 1 ? px(xTicks[1].v) - px(xTicks[0].v) : Infinity;
		if (gap > 18 + Math.max(...xTicks.map((t) => widthOf(t.label, 12)))) break;
	}
	const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" });
	svg.append(draw("defs", null, draw("clipPath", { id: "clip" }, draw("rect", { x: frame.l - 7, y: frame.t - 8, width: frame.r - frame.l + 19, height: frame.b - frame.t + 15 }))));
	const title = (axis) => tr(axis.name) + (axis.unit ? " (" + axis.unit + ")" : "") + (axis.min ? w().less : w().more);
	svg.append(draw("text", { x: 4, y: 20 }, fit(title(yAxis()), width - (narrow ? 8 : 190))));
	svg.append(draw("text", { x: frame.r, y: height - 8, "text-anchor": "end" }, fit(title(xAxis()), width - 20)));
	for (const t of yTicks) {
		const y = f(py(t.v));
		svg.append(draw("path", { class: "rule", d: `M${frame.l} ${y}H${frame.r}` }), draw("text", { class: "tick", x: frame.l - 7, y: y + 4, "text-anchor": "end" }, t.label));
	}
	for (const t of xTicks) {
		const x = f(px(t.v));
		svg.append(draw("path", { class: "rule", d: `M${x} ${frame.t}V${frame.b}` }), draw("text", { class: "tick", x, y: frame.b + 18, "text-anchor": "middle" }, t.label));
	}
	const inner = draw("g", { "clip-path": "url(#clip)" });
	svg.append(inner, draw("path", { class: "axis", d: `M${frame.l} ${frame.t}V${frame.b}H${frame.r}` }));
	shown = points.filter(visible).sort((a, b) => a.x - b.x || a.y - b.y || a.side - b.side || a.i - b.i);
	if (state.head) shade(inner);
	for (const side of [0, 1]) if (side ? state.head : state.base) line(inner, side);
	marks(inner);
	labels(inner, narrow);
	inner.append(draw("g", { id: "ring" }));
	if (!shown.length) svg.append(draw("text", { x: (frame.l + frame.r) / 2, y: (frame.t + frame.b) / 2, "text-anchor": "middle" }, fit(w().none, frame.r - frame.l)));
	box.replaceChildren(svg);
	box.setAttribute("aria-label", w().chart(title(yAxis()), title(xAxis())) + ". " + curve().key);
	box.setAttribute("aria-roledescription", w().role);
	if (active && !visible(active)) active = null;
	mark(active, false);
}
function fit(s, room) {
	const chars = [...s];
	while (chars.length > 1 && widthOf(chars.join(""), 12) > room) chars.splice(chars.length - 2, 2, "…");
	return chars.join("");
}

// What head's curve covers. Beyond its easy end it stays as good.
function shade(to) {
	const edge = view().edge;
	if (!edge.length) return;
	const pts = edge.map(([x, y]) => f(px(x)) + " " + f(py(y)));
	const first = edge[0], last = edge[edge.length - 1], floor = f(py(Math.min(0, win.y0)));
	if (xAxis().min) pts.push(f(px(Math.max(win.x1, last[0])) + 20) + " " + f(py(last[1])), f(px(Math.max(win.x1, last[0])) + 20) + " " + floor, f(px(first[0])) + " " + floor);
	else pts.unshift(f(px(last[0])) + " " + floor, f(px(Math.min(win.x0, first[0])) - 20) + " " + floor, f(px(Math.min(win.x0, first[0])) - 20) + " " + f(py(first[1])));
	to.append(draw("path", { class: "shade", d: "M" + pts.join("L") + "z" }));
	if (!data.lines && edge.length > 1) to.append(draw("path", { class: "line edge", d: "M" + edge.map(([x, y]) => f(px(x)) + " " + f(py(y))).join("L") }));
}

// The line that verdicts use: straight between neighbours on the strict
// frontier, dashed where its ends are too far apart to count.
function line(to, side) {
	const front = frontOf(side), solid = [], dashed = [];
	for (let i = 1; i < front.length; i++) {
		const a = front[i - 1], b = front[i];
		const wide = !data.lines || data.span > 0 && b.x / a.x > data.span;
		(wide ? dashed : solid).push(`M${cut(a, b)}L${cut(b, a)}`);
	}
	const of = side ? "" : " of-base";
	if (solid.length) to.append(draw("path", { class: "line" + of, d: solid.join("") }));
	if (dashed.length) to.append(draw("path", { class: "line dashed" + of, d: dashed.join("") }));
}
// An end of a segment, drawn in towards the other where it is far outside.
function cut(a, b) {
	let x = px(a.x), y = py(a.y);
	const X = px(b.x), Y = py(b.y), far = 4000;
	for (const [v, V] of [[x, X], [y, Y]]) {
		const edge = v < -far ? -far : v > far ? far : v;
		if (edge !== v && V !== v) { const t = (edge - v) / (V - v); if (t > 0 && t < 1) { x += t * (X - x); y += t * (Y - y); } }
	}
	return f(x) + " " + f(y);
}

// Dominated points, then the frontier's, then the removed ones with what
// covers them: each layer is one shape, so that thousands stay quick.
function marks(to) {
	const layers = [["off of-base", 3], ["off", 3], ["of-base", 5], ["", 5]].map(([name, r]) => ({ name, r, d: [] }));
	for (const p of shown) {
		if (p.removed && !(p.on & bit())) continue;
		layers[(p.on & bit() ? 2 : 0) + p.side].d.push(marker(p, layers[(p.on & bit() ? 2 : 0) + p.side].r));
	}
	const put = (l) => { if (l.d.length) to.append(draw("path", { class: "marks " + l.name, d: l.d.join("") })); };
	put(layers[0]); put(layers[1]);
	const removed = shown.filter((p) => p.removed);
	if (state.head) for (const p of removed.slice(0, 60)) leader(to, p);
	put(layers[2]); put(layers[3]);
	const r = removed.length > 60 ? 5 : 7.5;
	for (const p of removed.sort((a, b) => bad(a) - bad(b))) {
		to.append(draw("use", { href: "#b-" + p.removed.kind, class: "k-" + p.removed.kind, x: f(px(p.x) - r), y: f(py(p.y) - r), width: 2 * r, height: 2 * r }));
	}
}
const bad = (p) => ["exceeded", "matched", "line", "within", "unverifiable", "wide", "uncovered"].indexOf(p.removed.kind);
const headPoint = (i) => points[view().sides[0].names.length + i];
function leader(to, p) {
	const ends = p.removed.by.map(headPoint).filter(Boolean);
	if (!ends.length) return;
	let x = px(ends[0].x), y = py(ends[0].y);
	if (ends.length > 1) { // the nearest place on the line
		const dx = px(ends[1].x) - x, dy = py(ends[1].y) - y, n = dx * dx + dy * dy;
		const t = n > 0 ? Math.max(0, Math.min(1, ((px(p.x) - x) * dx + (py(p.y) - y) * dy) / n)) : 0;
		x += t * dx; y += t * dy;
	}
	to.append(draw("g", { class: "k-" + p.removed.kind }, draw("path", { class: "leader", d: `M${f(px(p.x))} ${f(py(p.y))}L${f(x)} ${f(y)}` }), draw("circle", { class: "end", cx: f(x), cy: f(y), r: 2 })));
}

// Names, of what matters first, where there is room.
function labels(to, narrow) {
	const taken = shown.slice(0, 800).map((p) => { const r = p.removed ? 8 : 4; return [px(p.x) - r, py(p.y) - r, px(p.x) + r, py(p.y) + r]; });
	const failed = (p) => p.removed && bad(p) >= 5;
	const rank = (p) => failed(p) ? 0 : p.removed ? 2 : p.side && p.on & bit() ? 1 : 3;
	let room = narrow ? 12 : 30;
	for (const p of shown.filter((p) => rank(p) < 3).sort((a, b) => rank(a) - rank(b)).slice(0, 120)) {
		const text = short(p.name) + (failed(p) && p.removed.margin ? "  " + p.removed.margin : "");
		const wide = widthOf(text, failed(p) ? 12.2 : 11.5), x = px(p.x), y = py(p.y), r = p.removed ? 10 : 8;
		if (!(x >= frame.l && x <= frame.r && y >= frame.t && y <= frame.b)) continue;
		for (const [dx, dy] of [[r, 4], [-r - wide, 4], [-wide / 2, -r - 2], [-wide / 2, r + 11], [r, -8], [r, 14], [-r - wide, -8], [-r - wide, 14]]) {
			const b = [x + dx, y + dy - 10, x + dx + wide, y + dy + 3];
			if (b[0] < frame.l + 2 || b[2] > frame.r + 4 || b[1] < frame.t - 4 || b[3] > frame.b - 1) continue;
			if (taken.some((o) => b[0] < o[2] && o[0] < b[2] && b[1] < o[3] && o[1] < b[3])) continue;
			taken.push(b);
			to.append(draw("text", { class: "name" + (failed(p) ? " short" : p.side ? "" : " minor"), x: f(b[0]), y: f(b[3] - 3) }, text));
			room--;
			break;
		}
		if (room <= 0) break;
	}
}
const short = (s) => { const c = [...s]; return c.length > 28 ? c.slice(0, 27).join("") + "…" : s; };

// What is said of a point, as pairs.
function facts(p) {
	const out = [[tr(yAxis().name), withUnit(p.y, yAxis())], [tr(xAxis().name), withUnit(p.x, xAxis())]];
	let standing = w().on(w()[state.rule]);
	if (!(p.on & bit())) {
		const by = view().sides[p.side].by[p.i];
		standing = w().off;
		if (by) {
			const total = by[by.length - 1], names = by.slice(0, -1).map((i) => view().sides[p.side].names[i]);
			standing += (lang === "zh" ? "，" : " ") + w().by + names.join(", ") + (total > names.length ? w().others(lang === "zh" ? total : total - names.length) : "");
		}
	} else if (!(p.on & 1)) standing = w().onDashboard;
	out.push([w().status, standing]);
	if (p.removed) {
		out.push([w().removed, w().kinds[p.removed.kind]]);
		if (p.removed.margin) out.push([w().margin, p.removed.margin]);
		out.push([w().witness, tr(p.removed.text)]);
	}
	const equal = points.filter((q) => q !== p && q.side === p.side && q.x === p.x && q.y === p.y);
	if (equal.length) out.push([w().equal, equal.slice(0, 4).map((q) => q.name).join(", ") + (equal.length > 4 ? " …" : "")]);
	const config = curve().config.map((c) => c[1]).join(" / ") || curve().key;
	out.push([w().configuration, config]);
	const images = curve().images[p.side];
	if (images.length) out.push([w().image, images.join(", ")]);
	return out;
}

// Marks a point, shows what is said of it, and says it to screen readers.
function mark(p, aloud) {
	active = p;
	const ring = byId("ring"), tip = byId("tip");
	ring.replaceChildren();
	tip.hidden = !p;
	if (!p) return;
	const at = { cx: f(px(p.x)), cy: f(py(p.y)), r: 11 };
	ring.append(draw("circle", { class: "ring-out", ...at }), draw("circle", { class: "ring", ...at }));
	const list = make("dl");
	for (const [k, v] of facts(p)) list.append(make("dt", null, k), make("dd", null, make("bdi", null, v)));
	tip.replaceChildren(make("b", null, make("bdi", null, p.name), " (" + sideWord(p.side) + ")"), list);
	const chart = byId("chart"), scale = chart.clientWidth / frame.w || 1, plot = byId("plot");
	let x = px(p.x) * scale + 16, y = py(p.y) * scale + chart.offsetTop + 14;
	if (x + tip.offsetWidth > plot.clientWidth) x = px(p.x) * scale - tip.offsetWidth - 16;
	if (y + tip.offsetHeight > chart.offsetTop + chart.clientHeight) y = py(p.y) * scale + chart.offsetTop - tip.offsetHeight - 14;
	tip.style.left = Math.max(0, Math.min(x, plot.clientWidth - tip.offsetWidth)) + "px";
	tip.style.top = Math.max(-40, y) + "px";
	if (aloud) byId("live").textContent = p.name + ", " + sideWord(p.side) + ". " + facts(p).map((x) => x.join(": ")).join(". ");
}

function nearest(event, reach) {
	const box = byId("chart").querySelector("svg").getBoundingClientRect(), scale = box.width / frame.w;
	const x = (event.clientX - box.left) / scale, y = (event.clientY - box.top) / scale;
	let best = null, least = reach * reach;
	for (const p of shown) {
		const dx = px(p.x) - x, dy = py(p.y) - y, d = dx * dx + dy * dy - (p.removed ? 0.5 : 0); // of equal ones the removed
		if (d < least && inside(p)) { least = d; best = p; }
	}
	return best;
}
const inside = (p) => p.x >= win.x0 && p.x <= win.x1 && p.y >= win.y0 && p.y <= win.y1;

// Zoom about a place, given as shares of the window; never beyond all.
function zoom(factor, sx = 0.5, sy = 0.5) {
	const axis = (a, s) => {
		const lo = win[a + 0], hi = win[a + 1], f0 = full[a + 0], f1 = full[a + 1], at = value(s, lo, hi);
		let n0 = at - (at - lo) / factor, n1 = at + (hi - at) / factor;
		if (!(n1 / 2 - n0 / 2 < f1 / 2 - f0 / 2)) return [f0, f1];
		if (n1 / 2 - n0 / 2 < (f1 / 2 - f0 / 2) * 1e-7) return [lo, hi];
		if (n0 < f0) { n1 += f0 - n0; n0 = f0; }
		if (n1 > f1) { n0 -= n1 - f1; n1 = f1; }
		return [n0, n1];
	};
	const [x0, x1] = axis("x", sx), [y0, y1] = axis("y", sy);
	win = { x0, x1, y0, y1 };
	render();
}
function move(sx, sy) {
	const axis = (a, s) => {
		const width = win[a + 1] - win[a + 0];
		if (!isFinite(width)) return [win[a + 0], win[a + 1]];
		const n0 = Math.max(full[a + 0], Math.min(win[a + 0] + s * width, full[a + 1] - width));
		return [n0, n0 + width];
	};
	const [x0, x1] = axis("x", sx), [y0, y1] = axis("y", sy);
	win = { x0, x1, y0, y1 };
	render();
}
function bringIn(p) {
	if (!inside(p)) {
		const half = (a) => (win[a + 1] - win[a + 0]) / 2;
		const axis = (a, v) => { const n0 = Math.max(full[a + 0], Math.min(v - half(a), full[a + 1] - 2 * half(a))); return [n0, n0 + 2 * half(a)]; };
		const [x0, x1] = axis("x", p.x), [y0, y1] = axis("y", p.y);
		win = { x0, x1, y0, y1 };
		render();
	}
	mark(p, true);
}

function listen() {
	const chart = byId("chart");
	let drag = null, waiting = false, last = null;
	chart.addEventListener("pointermove", (e) => {
		last = e;
		if (drag) {
			const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
			if (!drag.moved && Math.hypot(dx, dy) < 5) return;
			drag.moved = true;
			drag.x = e.clientX; drag.y = e.clientY;
			move(-dx / (frame.r - frame.l), dy / (frame.b - frame.t));
			return;
		}
		if (waiting) return;
		waiting = true;
		requestAnimationFrame(() => {
			waiting = false;
			const p = last && nearest(last, 28);
			if (p !== active && (p || last)) mark(p, false);
		});
	});
	chart.addEventListener("pointerleave", (e) => { last = null; if (!drag && e.pointerType === "mouse" && document.activeElement !== chart) mark(null, false); });
	chart.addEventListener("pointerdown", (e) => {
		if (e.button) return;
		drag = { x: e.clientX, y: e.clientY, moved: false };
		if (e.pointerType === "mouse") chart.setPointerCapture(e.pointerId);
	});
	chart.addEventListener("pointerup", (e) => {
		const clicked = drag && !drag.moved;
		drag = null;
		if (!clicked) return;
		const p = nearest(e, 28);
		mark(p, true);
		if (p && e.pointerType === "mouse") findRow(p);
	});
	chart.addEventListener("pointercancel", () => { drag = null; });
	chart.addEventListener("wheel", (e) => {
		if (!e.ctrlKey && !e.metaKey && document.activeElement !== chart) return;
		e.preventDefault();
		const box = chart.getBoundingClientRect(), scale = box.width / frame.w;
		const sx = ((e.clientX - box.left) / scale - frame.l) / (frame.r - frame.l), sy = (frame.b - (e.clientY - box.top) / scale) / (frame.b - frame.t);
		zoom(Math.exp(-Math.max(-200, Math.min(200, e.deltaY)) / 400), Math.max(0, Math.min(1, sx)), Math.max(0, Math.min(1, sy)));
	}, { passive: false });
	chart.addEventListener("focus", () => { if (!active && chart.matches(":focus-visible")) step(0); });
	chart.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.metaKey || e.altKey) return;
		const arrows = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
		if (e.shiftKey && arrows[e.key]) {
			const far = 0.15;
			move({ ArrowRight: far, ArrowLeft: -far }[e.key] || 0, { ArrowUp: far, ArrowDown: -far }[e.key] || 0);
		} else if (arrows[e.key]) step(arrows[e.key]);
		else if (e.key === "Home" || e.key === "End") { if (shown.length) bringIn(e.key === "Home" ? shown[0] : shown[shown.length - 1]); }
		else if (e.key === "PageDown" || e.key === "PageUp") step(e.key === "PageDown" ? 1 : -1, (p) => p.removed);
		else if (e.key === "Enter") { if (active) findRow(active); }
		else if (e.key === "Escape") mark(null, false);
		else if (e.key === "+" || e.key === "=") zoom(1.5, ...middle());
		else if (e.key === "-" || e.key === "_") zoom(1 / 1.5, ...middle());
		else if (e.key === "0") { win = { ...full }; render(); }
		else return;
		e.preventDefault();
	});
	byId("zoom-in").addEventListener("click", () => zoom(1.5, ...middle()));
	byId("zoom-out").addEventListener("click", () => zoom(1 / 1.5, ...middle()));
	byId("zoom-reset").addEventListener("click", () => { win = { ...full }; render(); });
	let width = chart.clientWidth;
	new ResizeObserver(() => requestAnimationFrame(() => { if (chart.clientWidth !== width) { width = chart.clientWidth; render(); } })).observe(chart);
}
// Zoom goes towards the point that is marked.
const middle = () => active && inside(active) ? [share(active.x, win.x0, win.x1), share(active.y, win.y0, win.y1)] : [0.5, 0.5];
function step(by, wanted) {
	const list = wanted ? shown.filter(wanted) : shown;
	if (!list.length) return;
	let at = list.indexOf(active);
	if (at < 0) { // the worst removed point first, else the first of all
		const removed = list.filter((p) => p.removed).sort((a, b) => bad(b) - bad(a));
		at = removed.length && !active ? list.indexOf(removed[0]) : 0;
	} else at = (at + by + list.length) % list.length;
	bringIn(list[at]);
}

// Tables.
const collator = new Intl.Collator("en", { numeric: true });
class Grid {
	constructor(table) {
		this.table = table;
		this.body = table.tBodies[0];
		this.details = table.closest("details");
		this.controls = this.details.querySelector(".controls");
		this.query = ""; this.kind = ""; this.only = false;
		this.body.addEventListener("keydown", (e) => this.key(e));
		this.body.addEventListener("click", (e) => {
			const row = e.target.closest("tr");
			if (row && !String(getSelection())) this.open(row);
		});
		this.adopt();
		this.head();
	}
	// The rows, also after they were replaced.
	adopt() {
		this.rows = [...this.body.rows];
		this.words = new Map();
		this.body.querySelectorAll("[tabindex]").forEach((r) => r.removeAttribute("tabindex"));
		this.place = new Map(this.rows.map((r) => [[r.dataset.c, r.dataset.v, r.dataset.s, r.dataset.p].join(), r]));
	}
	head() {
		[...this.table.tHead.rows[0].cells].forEach((th, i) => {
			const button = make("button", { type: "button" });
			button.append(...th.childNodes);
			button.addEventListener("click", () => this.sort(i, th.getAttribute("aria-sort") === "ascending" ? -1 : 1));
			th.append(button);
		});
	}
	build() {
		const search = make("input", { type: "search", autocomplete: "off", spellcheck: "false" });
		search.value = this.query;
		search.addEventListener("input", () => { this.query = search.value; this.filter(); });
		const parts = [make("label", null, w().search, search)];
		const kinds = [...new Set(this.rows.map((r) => r.dataset.kind).filter(Boolean))];
		if (kinds.length > 1) {
			const select = make("select", null, make("option", { value: "" }, w().any));
			for (const k of kinds) {
				const cell = this.rows.find((r) => r.dataset.kind === k).querySelector(".kind");
				select.append(make("option", { value: k }, cell ? textOf(cell) : k));
			}
			select.value = this.kind;
			select.addEventListener("change", () => { this.kind = select.value; this.filter(); });
			parts.push(make("label", null, this.table.id === "counts" ? w().state : w().kind, select));
		}
		if (this.table.id !== "points" && data.curves.length > 1) {
			const only = make("input", { type: "checkbox" });
			only.checked = this.only;
			only.addEventListener("change", () => { this.only = only.checked; this.filter(); });
			parts.push(make("label", null, only, w().only));
		}
		this.output = make("output");
		this.controls.replaceChildren(...parts, this.output);
		this.filter();
	}
	text(row) {
		if (!this.words.has(row)) this.words.set(row, row.textContent.toLowerCase());
		return this.words.get(row);
	}
	filter() {
		const words = this.query.toLowerCase().split(/\s+/).filter(Boolean);
		let n = 0, stop = null;
		for (const row of this.rows) {
			const text = words.length ? this.text(row) : "";
			const show = words.every((q) => text.includes(q)) && (!this.kind || row.dataset.kind === this.kind) && (!this.only || row.dataset.c === String(state.curve));
			if (row.hidden === show) row.hidden = !show;
			if (show) { n++; if (row.tabIndex === 0) stop = row; }
		}
		this.focusable(stop || this.rows.find((r) => !r.hidden));
		this.output.textContent = w().rows(n, this.rows.length);
	}
	sort(column, direction) {
		[...this.table.tHead.rows[0].cells].forEach((th, i) => i === column ? th.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending") : th.removeAttribute("aria-sort"));
		const numeric = this.table.tHead.rows[0].cells[column].classList.contains("n");
		const keyed = this.rows.map((row, i) => {
			const cell = row.cells[column], k = cell.dataset.k;
			return { row, i, key: numeric ? (k === undefined || k === "-" || k === "" ? NaN : Number(k)) : k || textOf(cell) };
		});
		keyed.sort((a, b) => {
			if (!numeric) return direction * collator.compare(a.key, b.key) || a.i - b.i;
			if (isNaN(a.key) || isNaN(b.key)) return isNaN(a.key) - isNaN(b.key) || a.i - b.i; // nothing goes last
			return direction * (a.key - b.key) || a.i - b.i;
		});
		this.rows = keyed.map((k) => k.row);
		this.body.append(...this.rows);
		this.focusable(this.rows.find((r) => !r.hidden));
	}
	// One row of a table is a stop of the tab key; arrows go on from there.
	focusable(row) {
		this.body.querySelectorAll('[tabindex="0"]').forEach((r) => r.setAttribute("tabindex", "-1"));
		if (row) row.setAttribute("tabindex", "0");
		for (const r of this.rows) if (!r.hasAttribute("tabindex")) r.setAttribute("tabindex", "-1");
	}
	key(e) {
		const row = e.target.closest("tr");
		const rows = this.rows.filter((r) => !r.hidden), at = rows.indexOf(row);
		const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[e.key];
		if (to !== undefined && rows[to]) { this.focusable(rows[to]); rows[to].focus(); }
		else if (e.key === "Enter") this.open(row);
		else return;
		e.preventDefault();
	}
	// Shows a row's curve and view, and its point.
	open(row) {
		const [c, v, side, p] = ["c", "v", "s", "p"].map((k) => Number(row.dataset[k]));
		if (!byId("chart") || c < 0 || v < 0 || !data.curves[c]) return;
		this.focusable(row);
		highlight(row);
		if (c !== state.curve || v !== state.view) show(c, v);
		const chart = byId("chart"), point = p < 0 ? null : points.find((q) => q.side === side && q.i === p);
		if (point && !visible(point)) {
			state.base ||= !side; state.head ||= !!side; state.dominated = true;
			legend(); render();
		}
		chart.focus({ preventScroll: true });
		byId("explore").scrollIntoView({ block: "start" });
		if (point) bringIn(point); else mark(null, false);
	}
	find(key) {
		const row = this.place.get(key);
		if (!row) return false;
		this.details.open = true;
		if (row.hidden) { this.query = this.kind = ""; this.only = false; this.build(); }
		this.focusable(row);
		highlight(row);
		row.focus({ preventScroll: true });
		row.scrollIntoView({ block: "center" });
		return true;
	}
}
// The text of a cell in the language shown.
function textOf(cell) {
	const hidden = lang === "zh" ? 'span[lang="en"]' : 'span[lang="zh-CN"]';
	if (!cell.querySelector(hidden)) return cell.textContent.trim();
	const copy = cell.cloneNode(true);
	copy.querySelectorAll(hidden).forEach((e) => e.remove());
	return copy.textContent.trim();
}
function highlight(row) {
	document.querySelectorAll("tr.found").forEach((r) => r.classList.remove("found"));
	row.classList.add("found");
}
let grids = [], pointGrid = null;
function findRow(p) {
	const key = [state.curve, state.view, p.side, p.i].join();
	const removed = p.removed && grids.find((g) => g.table.id === "removed");
	if (removed && removed.find(key)) return;
	byId("s-points").open = true;
	fillPoints();
	pointGrid.find(key);
}

// The table of the view's points is made when it is opened.
function fillPoints() {
	byId("points-title").replaceChildren(w().points + " ", make("span", { class: "number" }, String(points.length)));
	const table = byId("points"), names = [w().point, w().side, tr(xAxis().name), tr(yAxis().name), w().standing, w().fate];
	const head = table.tHead.rows[0];
	if (pointGrid) names.forEach((n, i) => head.cells[i].querySelector("button").replaceChildren(n));
	else head.replaceChildren(...names.map((n, i) => make("th", i === 2 || i === 3 ? { scope: "col", class: "n" } : { scope: "col" }, n)));
	if (!byId("s-points").open || pointGrid && pointGrid.stale === stamp()) return;
	const rows = document.createDocumentFragment();
	for (const p of points) {
		const kind = p.removed ? p.removed.kind : "";
		const fate = make("td", null);
		if (kind) fate.append(make("span", { class: "kind" }, badge(kind), w().kinds[kind]));
		rows.append(make("tr", { "data-kind": kind, "data-c": state.curve, "data-v": state.view, "data-s": p.side, "data-p": p.i },
			make("th", { scope: "row" }, make("bdi", null, p.name)), make("td", null, sideWord(p.side)),
			make("td", { class: "n", "data-k": p.x }, number(p.x)), make("td", { class: "n", "data-k": p.y }, number(p.y)),
			make("td", null, p.on & bit() ? w()[state.rule] : w().off), fate));
	}
	table.tBodies[0].replaceChildren(rows);
	if (!pointGrid) pointGrid = new Grid(table);
	pointGrid.adopt();
	pointGrid.stale = stamp();
	[...head.cells].forEach((th) => th.removeAttribute("aria-sort"));
	pointGrid.build();
}
const stamp = () => [state.curve, state.view, state.rule, lang].join();
const badge = (kind) => draw("svg", { class: "badge k-" + kind, "aria-hidden": "true" }, draw("use", { href: "#b-" + kind }));

// The controls.
function show(c, v) {
	state.curve = c;
	state.view = Math.max(0, Math.min(v, curve().views.length - 1));
	load();
	refresh();
}
function refresh() {
	const look = curve().look;
	byId("explore").style.setProperty("--series", `light-dark(${look.light}, ${look.dark})`);
	byId("explore").style.setProperty("--base", `light-dark(${look.baseLight}, ${look.baseDark})`);
	byId("curve").value = String(state.curve);
	segments(byId("views"), "view", curve().views.map((v, i) => [String(i), tr(data.axes[v.x].name)]), String(state.view), (i) => show(state.curve, Number(i)));
	const counts = (rule) => w().counts(...view().sides.map((s) => s.counts[rule]));
	segments(byId("rules"), "rule", ["strict", "dashboard"].map((r) => [r, w()[r] + " · " + counts(r)]), state.rule, (r) => { state.rule = r; render(); fillPoints(); });
	byId("caption").textContent = tr(view().text);
	const notes = [];
	view().sides.forEach((s, k) => {
		if (s.left) notes.push(w().left(s.left, sideWord(k)));
		if (s.invalid.length) notes.push(w().invalid(sideWord(k)) + s.invalid.join("; "));
	});
	byId("chart-notes").replaceChildren(...notes.map((n) => make("li", null, n)));
	legend();
	render();
	fillPoints();
	for (const g of grids) if (g.only) g.filter();
}
function segments(box, name, options, chosen, pick) {
	if (box.dataset.now === JSON.stringify(options)) {
		box.querySelectorAll("input").forEach((i) => { i.checked = i.value === chosen; });
		box.pick = pick;
		return;
	}
	const focused = box.contains(document.activeElement);
	box.dataset.now = JSON.stringify(options);
	box.pick = pick;
	box.replaceChildren(...options.map(([value, text]) => {
		const input = make("input", { type: "radio", name, value });
		input.checked = value === chosen;
		input.addEventListener("change", () => box.pick(value));
		return make("label", null, input, make("bdi", null, text));
	}));
	if (focused) box.querySelector(":checked").focus();
}
// The legend, part of which are the switches of what is shown.
function legend() {
	const sample = (...children) => draw("svg", { class: "sample", viewBox: "0 0 30 14", "aria-hidden": "true" }, ...children);
	const mark = (cls, r) => {
		const outline = curve().look.outline;
		const d = outline ? "M" + outline.map(([x, y]) => (15 + r * x).toFixed(2) + " " + (7 + r * y).toFixed(2)).join("L") + "z" : `M${15 - r} 7a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
		return draw("path", { class: "marks " + cls, d });
	};
	const toggle = (key, text, picture) => {
		const input = make("input", { type: "checkbox", id: "show-" + key });
		input.checked = state[key];
		input.addEventListener("change", () => { state[key] = input.checked; render(); });
		return make("label", null, input, picture, text);
	};
	const items = [
		toggle("base", w().baseLong, sample(draw("path", { class: "line of-base", d: "M0 7H30" }), mark("of-base", 4.4))),
		toggle("head", w().head, sample(draw("path", { class: "line", d: "M0 7H30" }), mark("", 4.4))),
		toggle("dominated", w().dominated, sample(mark("off", 3))),
	];
	const wide = [0, 1].some((side) => { const fr = frontOf(side); return fr.some((p, i) => i && data.span > 0 && p.x / fr[i - 1].x > data.span); });
	if (wide && data.lines) items.push(make("span", null, sample(draw("path", { class: "line dashed", d: "M0 7H30" })), w().wide(number(data.span))));
	if (view().edge.length) items.push(make("span", null, sample(draw("rect", { class: "shade", width: 30, height: 14, rx: 3 })), w().shade));
	const counts = new Map();
	for (const r of view().removed) counts.set(r.kind, (counts.get(r.kind) || 0) + 1);
	for (const kind of ["uncovered", "wide", "unverifiable", "within", "line", "matched", "exceeded"]) {
		if (counts.has(kind)) items.push(make("span", null, badge(kind), w().kinds[kind] + ": " + counts.get(kind)));
	}
	byId("legend").replaceChildren(...items);
}
function curves() {
	const groups = [[w().groupFailed, []], [w().groupChanged, []], [w().groupSame, []]];
	data.curves.forEach((c, i) => {
		const text = c.key + (c.failed ? " (" + w().failed(c.failed) + ")" : "");
		groups[c.failed ? 0 : c.same || c.status === "lost" ? 2 : 1][1].push(make("option", { value: i }, text));
	});
	const filled = groups.filter(([, options]) => options.length);
	byId("curve").replaceChildren(...(filled.length > 1 ? filled.map(([label, options]) => make("optgroup", { label }, ...options)) : filled.flatMap(([, options]) => options)));
	byId("curve").value = String(state.curve);
}
function beside(by) {
	const order = [...byId("curve").options].map((o) => Number(o.value));
	show(order[(order.indexOf(state.curve) + by + order.length) % order.length], state.view);
}

const themes = ["auto", "light", "dark"];
let theme = "auto";
function say() { // all words that depend on the language
	root.dataset.lang = lang;
	root.lang = lang === "zh" ? "zh-CN" : "en";
	byId("theme").textContent = w().theme + w()[theme];
	byId("lang").textContent = w().language;
	if (byId("chart")) {
		for (const id of ["previous", "next"]) byId(id).setAttribute("aria-label", w()[id]);
		byId("zoom").setAttribute("aria-label", w().zoom);
		byId("zoom-in").setAttribute("aria-label", w().zoomIn);
		byId("zoom-out").setAttribute("aria-label", w().zoomOut);
		byId("zoom-reset").textContent = w().reset;
		byId("chart-help").textContent = w().help;
		curves();
		refresh();
	}
	for (const g of grids) g.build();
}
byId("theme").addEventListener("click", () => {
	theme = themes[(themes.indexOf(theme) + 1) % themes.length];
	if (theme === "auto") delete root.dataset.theme; else root.dataset.theme = theme;
	byId("theme").textContent = w().theme + w()[theme];
});
byId("lang").hidden = data.langs.length < 2;
byId("lang").addEventListener("click", () => { lang = lang === "en" ? "zh" : "en"; say(); });
grids = [...document.querySelectorAll("main > section > details.grid table")].map((t) => new Grid(t));
if (byId("chart")) {
	load();
	say();
	listen();
	byId("curve").addEventListener("change", () => show(Number(byId("curve").value), state.view));
	byId("previous").addEventListener("click", () => beside(-1));
	byId("next").addEventListener("click", () => beside(1));
	byId("s-points").addEventListener("toggle", fillPoints);
} else say();
