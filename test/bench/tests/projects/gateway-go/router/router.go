// Package router matches paths like /users/:id and /files/*path, and answers with the handler of the best route.
package router

import (
	"context"
	"encoding/json"
	"net/http"
	"sort"
	"strings"
)

type contextKey struct{}

type route struct {
	method   string
	segments []string
	handler  http.Handler
}

type Router struct {
	routes     []route
	middleware []func(http.Handler) http.Handler
}

func New() *Router {
	return &Router{}
}

func (r *Router) Use(middleware func(http.Handler) http.Handler) {
	r.middleware = append(r.middleware, middleware)
}

func (r *Router) Handle(method, pattern string, handler http.HandlerFunc) {
	r.routes = append(r.routes, route{method, split(pattern), handler})
	sort.SliceStable(r.routes, func(i, j int) bool {
		return score(r.routes[i].segments) > score(r.routes[j].segments)
	})
}

func split(path string) []string {
	return strings.Split(strings.Trim(path, "/"), "/")
}

// score is higher for routes that say more.
func score(segments []string) int {
	total := 0
	for _, segment := range segments {
		switch {
		case strings.HasPrefix(segment, "*"):
			total += 1
		case strings.HasPrefix(segment, ":"):
			total += 10
		default:
			total += 100
		}
	}
	return total
}

// Match returns the parameters of a path, and whether it is one of the pattern.
func Match(pattern, path string) (map[string]string, bool) {
	return match(split(pattern), split(path))
}

func match(pattern, path []string) (map[string]string, bool) {
	params := map[string]string{}
	for i, segment := range pattern {
		if strings.HasPrefix(segment, "*") {
			params[segment[1:]] = strings.Join(path[i:], "/")
			return params, true
		}
		if i >= len(path) {
			return nil, false
		}
		if strings.HasPrefix(segment, ":") {
			params[segment[1:]] = path[i]
		} else if segment != path[i] {
			return nil, false
		}
	}
	if len(path) > len(pattern) {
		return nil, false
	}
	return params, true
}

// Param is a parameter of the route that a request came by.
func Param(request *http.Request, name string) string {
	params, _ := request.Context().Value(contextKey{}).(map[string]string)
	return params[name]
}

func (r *Router) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	allowed := []string{}
	for _, route := range r.routes {
		params, ok := match(route.segments, split(request.URL.Path))
		if !ok {
			continue
		}
		if route.method != request.Method {
			allowed = append(allowed, route.method)
			continue
		}
		handler := route.handler
		for i := len(r.middleware) - 1; i >= 0; i-- {
			handler = r.middleware[i](handler)
		}
		handler.ServeHTTP(w, request.WithContext(context.WithValue(request.Context(), contextKey{}, params)))
		return
	}
	if len(allowed) > 0 {
		sort.Strings(allowed)
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		Problem(w, http.StatusMethodNotAllowed, "method not allowed")
		return
	}
	Problem(w, http.StatusNotFound, "no route")
}

// Problem answers with an error as JSON.
func Problem(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"status": status, "error": message})
}
