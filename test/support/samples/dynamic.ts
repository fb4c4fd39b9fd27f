/** Languages for statistics and reports. */
import type { Samples } from './sample';

export const dynamic: Samples = {
  r: {
    text: `library(stats)

# note
read <- function(path, sep = ",", ...) {
  if (!file.exists(path)) stop("no file: ", path, call. = FALSE)
  data <- read.csv(path, sep = sep, ...)
  data[!is.na(data$speed), c("speed", "mass"), drop = FALSE]
}

fit <- function(data, formulas = list(simple = speed ~ mass, full = speed ~ mass * wind)) {
  results <- list()
  for (name in names(formulas)) {
    results[[name]] <- tryCatch(
      if (grepl("log", name)) glm(formulas[[name]], data = data) else lm(formulas[[name]], data),
      error = function(e) { message(conditionMessage(e)); NULL },
      finally = cat(".")
    )
  }
  i <- 0L
  while (TRUE) {
    i <- i + 1L
    if (i > 3 || i %in% c(7, 8)) break
  }
  data |> summary() |> print()
  Map(\\(k, v) paste0(k, ": ", -v^2), names(results), results)
}
`,
    wanted: /"mass"[^]*error = function\(e\)[^]*c\(7/,
    minimum: `{
  data[ ( "mass")]
}

{
  for (name in names) {
    (
      error = function(e) {; }
    )
  }
  while (TRUE) {
    if ( c(7)) break
  }
}
`,
  },
  perl: {
    text: `#!/usr/bin/perl
use strict;
use List::Util qw(sum max);

# note
my %weight = (error => 5, warn => 2, 'info' => 1);
my @all = (1, 2, 3);

sub total {
    my ($class, @rest) = @_;
    my $sum = 0;
    foreach my $item (sort @rest) {
        if ($item > 2 && defined $item) {
            $sum += $item * $weight{warn};
        } elsif ($item == 1) {
            next;
        } else {
            print "item $item\\n", "done\\n";
        }
    }
    return $sum;
}

my $handlers = { help => sub { exit 0; }, list => [1, [2, 3]] };
while (my $line = shift @all) {
    $handlers->{help}->($line, { width => 30 }) if $line =~ /^(\\w+)$/;
}
print total('x', @all);
`,
    wanted: /'info'[^]*elsif[^]*next[^]*width => 30/,
    minimum: `( 'info');

{
    {
        if () {
        } elsif () {
            next;
        } }
}

{
    ( { width => 30 })
}
`,
  },
};
