/**
 * Costs that were computed, by the numbers of traits. All chances of one search share the table, and an entry belongs to those that
 * computed it last. So a verdict needs no new table.
 */
export class CostTable {
  private costs = new Float64Array(roomAtFirst);
  private owners = new Int32Array(roomAtFirst);
  private users = 0;

  /** The number of other chances, from 1 on. */
  join(): number {
    return ++this.users;
  }

  get(number: number, owner: number): number | undefined {
    return this.owners[number] === owner ? this.costs[number] : undefined;
  }

  set(number: number, owner: number, cost: number): number {
    if (number >= this.costs.length) this.widen(number);
    this.owners[number] = owner;
    return (this.costs[number] = cost);
  }

  private widen(number: number): void {
    const size = Math.max(number + 1, 2 * this.costs.length);
    const [costs, owners] = [new Float64Array(size), new Int32Array(size)];
    costs.set(this.costs);
    owners.set(this.owners);
    [this.costs, this.owners] = [costs, owners];
  }
}

/** First size of the table: a few hundred kinds. */
const roomAtFirst = 16_384;
