/** Functional languages. */
import type { Samples } from './sample';

export const functional: Samples = {
  haskell: {
    text: `{-# LANGUAGE LambdaCase #-}
module Shapes (Shape (..), area, main) where

import Data.List (foldl', sortBy)
import qualified Data.Map as Map

-- note
data Shape = Circle { radius :: Double } | Box Double Double | Empty
  deriving (Eq, Show)

class Named a where
  name :: a -> String
  name _ = "thing"

instance Named Shape where
  name (Circle _) = "circle"
  name _ = "shape"

area :: Shape -> Double
area = \\case
  Circle r -> pi * r * r
  Box a b
    | a > 0, b > 0 -> a * b
    | otherwise -> 0
  Empty -> 0

main :: IO ()
main = do
  let shapes = [Circle 1.5, Box 2 3, Empty]
      table = Map.fromList [(name s, area s) | s <- shapes, area s > 1]
  mapM_ (\\(k, v) -> putStrLn (k ++ ": " ++ show v)) (Map.toList table)
  if null shapes then pure () else print (foldl' (+) 0 (map area shapes))
`,
    wanted: /Box Double Double[^]*otherwise -> 0[^]*s <- shapes/,
    minimum: `Box Double Double
area = \\case
  b
    | otherwise -> 0
main = do
  let
    table = [() | s <- shapes]
`,
  },
  ocaml: {
    text: `open Printf
(* note *)
type shape = Circle of float | Box of { width : float; height : float } | Empty

exception Bad of string * int

module Table = Map.Make (String)

module type NAMED = sig
  type t
  val name : t -> string
end

let rec total ?(start = 0.) ~f = function
  | [] -> start
  | x :: rest when f x > 1. -> f x +. total ~start ~f rest
  | _ :: rest -> total ~start ~f rest

let area shape =
  match shape with
  | Circle r -> 3.14 *. r *. r
  | Box { width; height } ->
    let w = width and h = height in
    if w > 0. && h > 0. then w *. h else raise (Bad ("box", 1))
  | Empty -> 0.

let () =
  let shapes = [ Circle 1.5; Box { width = 2.; height = 3. }; Empty ] in
  let table = List.fold_left (fun t s -> Table.add "a" (area s) t) Table.empty shapes in
  Table.iter (fun key value -> printf "%s: %f\\n" key value) table;
  try ignore (total ~f:area shapes) with Bad (text, _) -> print_endline text
`,
    wanted: /height : float[^]*\| Circle r -> [^]*raise[^]*Empty \]/,
    minimum: `type shape = { height : float }

let area =
  match shape with
  | Circle r -> 3.14
  | { height } ->
    raise

let () =
  let [ Empty ] in
  try () with () -> text
`,
  },
  elixir: {
    text: `defmodule Shapes do
  @moduledoc "Shapes, and what they cover."
  use GenServer
  alias Shapes.{Box, Circle}

  # note
  @limit 10
  defstruct kind: :box, sides: [1, 2], tags: %{"a" => 1, b: 2}

  @spec area(t()) :: float()
  def area(%Circle{r: r}) when r > 0, do: 3.14 * r * r
  def area(%Box{sides: [a, b | _]}), do: a * b

  def total(shapes, opts \\\\ []) do
    shapes
    |> Enum.filter(&(area(&1) > @limit))
    |> Enum.reduce(0, fn shape, sum ->
      case area(shape) do
        n when n > 100 -> sum
        n -> sum + n
      end
    end)
  end

  def read(path) do
    with {:ok, text} <- File.read(path), [first | _] <- String.split(text, ~r/\\s+/) do
      {:ok, "#{first}!"}
    else
      {:error, reason} -> {:error, reason}
      [] -> :empty
    end
  end
end
`,
    wanted: /b: 2[^]*n when n > 100 -> sum[^]*\[first \| _\] <- [^]*:empty/,
    minimum: `%{b: 2}

(fn
  n when n > 100 -> sum
end
)

[first | _] <- split do
else
  -> :empty
end
`,
  },
};
