/** Programs in C: pointers to functions, and functions that are defined so that a program can be linked. */
import type { Example } from './example';

export const linkedExamples: readonly Example[] = [
  {
    what: 'fields by their order, of which one points to a function, and functions that no other has the name of',
    language: 'c',
    text: `
typedef unsigned long size;
struct memory {
void *(*grow)(void *, size);
int (*drop)(void *);
};
void *grow(void *a, size b) { return 0; }
int drop(void *a) { return 1; }
struct memory heap = { grow, drop };
int f() { return heap.drop(0); }
`,
    wanted: 'heap',
    tier: 'lean',
    left: `
typedef unsigned long size;
struct memory {
void *(*grow)(void *, size);
int (*drop)(void *);
};
void *grow(void *a, size b) ;
int drop(void *a) ;
struct memory heap = { grow, drop };
`,
  },
  {
    what: 'a program that is linked has a definition of each function, with a result of its type',
    language: 'c',
    text: `
typedef struct { int a; } pair;
struct triple { int a; };
int number(int a);
int number(int a) { return a; }
char *text() { return "a"; }
pair two() { pair a; return a; }
struct triple three() { struct triple a; return a; }
void nothing() { number(1); }
void *some() { return 0; }
int main() { nothing(); two(); three(); return number(text() == some()); }
`,
    wanted: 'main',
    tier: 'lean',
    definesAll: true,
    left: `
typedef struct {} pair;
struct triple {};
int number(int a);
int number(int a) {return 0;}
char *text() {return 0;}
pair two() {return(pair){0};}
struct triple three() {return(struct triple){0};}
void nothing() {}
void *some() {return 0;}
int main() { nothing(); two(); three(); return number(text() == some()); }
`,
  },
];
