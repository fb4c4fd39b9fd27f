package cache

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

type fakeClock struct {
	now time.Time
}

func (c *fakeClock) Now() time.Time { return c.now }

func (c *fakeClock) advance(d time.Duration) { c.now = c.now.Add(d) }

func newClock() *fakeClock {
	return &fakeClock{now: time.Date(2020, 2, 29, 12, 0, 0, 0, time.UTC)}
}

func fill(c *Cache, keys ...string) {
	for i, key := range keys {
		c.Set(key, i)
	}
}

func wantValue(t *testing.T, c *Cache, key string, want any) {
	t.Helper()
	got, ok := c.Get(key)
	if !ok {
		t.Fatalf("%s is not there", key)
	}
	if got != want {
		t.Fatalf("%s = %v, want %v", key, got, want)
	}
}

func wantNothing(t *testing.T, c *Cache, key string) {
	t.Helper()
	if got, ok := c.Get(key); ok {
		t.Fatalf("%s = %v, want nothing", key, got)
	}
}

func TestKeepsItsSize(t *testing.T) {
	c := New(3)
	fill(c, "a", "b", "c", "d", "e")
	if c.Len() != 3 {
		t.Errorf("len %d", c.Len())
	}
	wantNothing(t, c, "a")
	wantValue(t, c, "e", 4)
}

func TestTellsWhatGoes(t *testing.T) {
	var gone []string
	c := New(2, WithEvict(func(key string, value any) {
		gone = append(gone, fmt.Sprintf("%s=%v", key, value))
	}))
	fill(c, "a", "b")
	c.Get("a")
	c.Set("c", 7)
	c.Set("a", 9)
	c.Set("d", 8)
	if got := strings.Join(gone, " "); got != "b=1 c=7" {
		t.Errorf("gone: %s", got)
	}
}

func TestForgetsAfterItsTime(t *testing.T) {
	clock := newClock()
	c := New(10, WithTTL(time.Minute, clock))
	fill(c, "a", "b")
	clock.advance(30 * time.Second)
	c.Set("b", "new")
	wantValue(t, c, "a", 0)
	clock.advance(30 * time.Second)
	wantNothing(t, c, "a")
	wantValue(t, c, "b", "new")
	if c.Len() != 1 {
		t.Errorf("len %d", c.Len())
	}
}

func TestServesManyAtOnce(t *testing.T) {
	c := New(100)
	var group sync.WaitGroup
	for worker := 0; worker < 8; worker++ {
		group.Add(1)
		go func(worker int) {
			defer group.Done()
			for i := 0; i < 50; i++ {
				c.Set(fmt.Sprintf("%d-%d", worker, i), i)
			}
		}(worker)
	}
	group.Wait()
	if c.Len() != 100 {
		t.Errorf("len %d", c.Len())
	}
}
