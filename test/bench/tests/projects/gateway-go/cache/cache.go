// Package cache keeps a number of values, each for a time; the least recently used one goes first.
package cache

import (
	"container/list"
	"sync"
	"time"
)

type Clock interface {
	Now() time.Time
}

type entry struct {
	key     string
	value   any
	expires time.Time
}

type Cache struct {
	mu      sync.Mutex
	size    int
	ttl     time.Duration
	clock   Clock
	order   *list.List
	entries map[string]*list.Element
	onEvict func(key string, value any)
}

type Option func(*Cache)

func WithTTL(ttl time.Duration, clock Clock) Option {
	return func(c *Cache) { c.ttl, c.clock = ttl, clock }
}

func WithEvict(onEvict func(key string, value any)) Option {
	return func(c *Cache) { c.onEvict = onEvict }
}

func New(size int, options ...Option) *Cache {
	c := &Cache{size: size, order: list.New(), entries: map[string]*list.Element{}}
	for _, option := range options {
		option(c)
	}
	return c
}

func (c *Cache) Set(key string, value any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var expires time.Time
	if c.clock != nil {
		expires = c.clock.Now().Add(c.ttl)
	}
	if element, ok := c.entries[key]; ok {
		element.Value = entry{key, value, expires}
		c.order.MoveToFront(element)
		return
	}
	c.entries[key] = c.order.PushFront(entry{key, value, expires})
	if c.order.Len() > c.size {
		c.remove(c.order.Back())
	}
}

func (c *Cache) Get(key string) (any, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.entries[key]
	if !ok {
		return nil, false
	}
	one := element.Value.(entry)
	if c.clock != nil && !c.clock.Now().Before(one.expires) {
		c.remove(element)
		return nil, false
	}
	c.order.MoveToFront(element)
	return one.value, true
}

func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order.Len()
}

func (c *Cache) remove(element *list.Element) {
	one := c.order.Remove(element).(entry)
	delete(c.entries, one.key)
	if c.onEvict != nil {
		c.onEvict(one.key, one.value)
	}
}
