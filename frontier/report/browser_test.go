package report

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	dialog "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// startBrowser starts a browser without a window for the tests of a page. Where
// there is none they are skipped.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("left out: a browser is not started in short mode")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("left out: no chromium on this machine (apt-get install chromium)")
	}
	profile, err := os.MkdirTemp("", "paretocov-browser-*") // a browser may write to it after its end
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(profile) })
	ctx, cancel := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.WindowSize(1280, 1000),
		chromedp.Flag("headless", true), chromedp.Flag("no-sandbox", true), chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("no-first-run", true), chromedp.Flag("no-default-browser-check", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.WSURLReadTimeout(time.Minute))
	t.Cleanup(cancel)
	browser, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(browser); err != nil {
		t.Fatalf("%s does not start: %v", path, err)
	}
	return browser
}

// A tab shows a page. At its end it has had no error, no dialog, and has asked
// for nothing but the page.
type tab struct {
	*testing.T
	ctx context.Context
	mu  sync.Mutex
	bad []string
}

// opened opens the page of a report in a tab, after the actions before.
func opened(t *testing.T, browser context.Context, r *Report, looks map[string]Look, before ...chromedp.Action[chromedp.Void]) *tab {
	t.Helper()
	return openedFile(t, browser, writePage(t, r, looks), before...)
}

func writePage(t *testing.T, r *Report, looks map[string]Look) string {
	t.Helper()
	doc := reportHTMLOf(t, again(t, r), looks)
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(doc), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func openedFile(t *testing.T, browser context.Context, file string, before ...chromedp.Action[chromedp.Void]) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	b := &tab{T: t, ctx: ctx}
	url := "file://" + filepath.ToSlash(file)
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			b.note("exception: %s", e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			b.note("console: %s", e.Type)
		case *log.EventEntryAdded:
			b.note("log: %s %s", e.Entry.Text, e.Entry.URL)
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; u != url && !strings.HasPrefix(u, "data:") {
				b.note("request: %s", u)
			}
		case *dialog.EventJavascriptDialogOpening:
			b.note("dialog: %s", e.Message)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, s := range b.bad {
			t.Error(s)
		}
	})
	b.do(protocol(network.Enable, network.EnableParams{}), protocol(log.Enable, cdp.Empty{}), protocol(runtime.Enable, cdp.Empty{}), protocol(dialog.Enable, dialog.EnableParams{}))
	b.do(before...)
	b.do(chromedp.Navigate(url))
	return b
}

func (b *tab) note(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bad = append(b.bad, fmt.Sprintf(format, args...))
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// eval evaluates an expression of JavaScript.
func eval[T any](b *tab, expression string) T {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return v
}

// text is the text of the first element of a selector, "" where it is hidden or
// is not there.
func (b *tab) text(selector string) string {
	b.Helper()
	return eval[string](b, fmt.Sprintf(`(() => { const e = document.querySelector(%q); return e && !e.hidden ? e.textContent : ""; })()`, selector))
}

// until waits for a condition.
func (b *tab) until(what, condition string) {
	b.Helper()
	for range 200 {
		if eval[bool](b, condition) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.Fatalf("not so: %s", what)
}

// press types keys, one after the other.
func (b *tab) press(keys ...string) {
	b.Helper()
	for _, k := range keys {
		b.do(chromedp.KeyEvent(k))
	}
}

// point moves the mouse onto the middle of an element, and clicks there if
// asked to.
func (b *tab) point(selector string, click bool) {
	b.Helper()
	at := eval[[]float64](b, fmt.Sprintf(`(async () => {
		const find = () => document.querySelector(%q);
		find().scrollIntoView({ block: "center", behavior: "instant" });
		for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done)); // until it is drawn there
		const r = find().getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, selector))
	if click {
		b.do(chromedp.MouseClickXY(at[0], at[1]))
		return
	}
	b.do(chromedp.MouseEvent("mouseMoved", at[0]+80, at[1]+90), chromedp.MouseEvent("mouseMoved", at[0], at[1]))
}

// protocol is a command of the browser's protocol as an action.
func protocol[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// media emulates a colour scheme and a medium, "" for a screen.
func media(scheme, medium string) chromedp.Action[chromedp.Void] {
	return protocol(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: medium, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
}

// scripts lets pages run scripts or not.
func scripts(run bool) chromedp.Action[chromedp.Void] {
	return protocol(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !run})
}
