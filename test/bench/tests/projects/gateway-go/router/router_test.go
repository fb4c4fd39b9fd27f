package router_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"example.com/gateway/router"
)

type user struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

var users = map[string]user{
	"1": {ID: "1", Name: "Ann"},
	"2": {ID: "2", Name: "Bob"},
}

func newServer(t *testing.T) *httptest.Server {
	t.Helper()
	r := router.New()
	r.Handle(http.MethodGet, "/users/:id", func(w http.ResponseWriter, request *http.Request) {
		found, ok := users[router.Param(request, "id")]
		if !ok {
			router.Problem(w, http.StatusNotFound, "no such user")
			return
		}
		_ = json.NewEncoder(w).Encode(found)
	})
	r.Handle(http.MethodDelete, "/users/:id", func(w http.ResponseWriter, request *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
	r.Handle(http.MethodGet, "/users/me", func(w http.ResponseWriter, request *http.Request) {
		_ = json.NewEncoder(w).Encode(user{ID: "0", Name: "Me"})
	})
	r.Handle(http.MethodGet, "/files/*path", func(w http.ResponseWriter, request *http.Request) {
		fmt.Fprint(w, router.Param(request, "path"))
	})
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	return server
}

func request(t *testing.T, method, url string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

func TestMatch(t *testing.T) {
	tests := []struct {
		name    string
		pattern string
		path    string
		want    map[string]string
		ok      bool
	}{
		{name: "root", pattern: "/", path: "/", want: map[string]string{}, ok: true},
		{name: "literal", pattern: "/users", path: "/users/", want: map[string]string{}, ok: true},
		{name: "parameter", pattern: "/users/:id", path: "/users/7", want: map[string]string{"id": "7"}, ok: true},
		{name: "two parameters", pattern: "/:a/to/:b", path: "/x/to/y", want: map[string]string{"a": "x", "b": "y"}, ok: true},
		{name: "too short", pattern: "/users/:id", path: "/users", ok: false},
		{name: "too long", pattern: "/users/:id", path: "/users/7/edit", ok: false},
		{name: "rest", pattern: "/files/*path", path: "/files/a/b.txt", want: map[string]string{"path": "a/b.txt"}, ok: true},
		{name: "rest of nothing", pattern: "/files/*path", path: "/files", want: map[string]string{"path": ""}, ok: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := router.Match(tt.pattern, tt.path)
			if ok != tt.ok {
				t.Fatalf("Match(%q, %q) = %v, want %v", tt.pattern, tt.path, ok, tt.ok)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("Match(%q, %q) = %v, want %v", tt.pattern, tt.path, got, tt.want)
			}
		})
	}
}

func TestServesUsers(t *testing.T) {
	server := newServer(t)
	response, body := request(t, http.MethodGet, server.URL+"/users/2")
	if response.StatusCode != http.StatusOK {
		t.Fatalf("status %d: %s", response.StatusCode, body)
	}
	var got user
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		t.Fatal(err)
	}
	if got != users["2"] {
		t.Errorf("got %+v", got)
	}
}

func TestPrefersLiterals(t *testing.T) {
	server := newServer(t)
	_, body := request(t, http.MethodGet, server.URL+"/users/me")
	var got user
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		t.Fatal(err)
	}
	if got.Name != "Me" {
		t.Errorf("got %+v, want Me", got)
	}
}

func TestMethodNotAllowed(t *testing.T) {
	server := newServer(t)
	response, body := request(t, http.MethodPost, server.URL+"/users/1")
	if response.StatusCode != http.StatusMethodNotAllowed {
		t.Fatalf("status %d: %s", response.StatusCode, body)
	}
	if got := response.Header.Get("Allow"); got != "DELETE, GET" {
		t.Errorf("Allow: %q", got)
	}
	if !strings.Contains(body, "method not allowed") {
		t.Errorf("body: %s", body)
	}
}

func TestNotFound(t *testing.T) {
	server := newServer(t)
	for _, path := range []string{"/", "/user/1", "/users/9"} {
		response, _ := request(t, http.MethodGet, server.URL+path)
		if response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, response.StatusCode)
		}
	}
}

func TestMiddlewareOrder(t *testing.T) {
	var calls []string
	logged := func(name string) func(http.Handler) http.Handler {
		return func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
				calls = append(calls, name+" before")
				next.ServeHTTP(w, request)
				calls = append(calls, name+" after")
			})
		}
	}
	r := router.New()
	r.Use(logged("outer"))
	r.Use(logged("inner"))
	r.Handle(http.MethodGet, "/", func(w http.ResponseWriter, request *http.Request) {
		calls = append(calls, "handler")
	})
	recorder := httptest.NewRecorder()
	r.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/", nil))
	if recorder.Code != http.StatusOK {
		t.Fatalf("status %d", recorder.Code)
	}
	want := []string{"outer before", "inner before", "handler", "inner after", "outer after"}
	if !reflect.DeepEqual(calls, want) {
		t.Errorf("calls: %v, want %v", calls, want)
	}
}
