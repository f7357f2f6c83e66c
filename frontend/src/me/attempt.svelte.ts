/** Something that is asked of the server and may be refused, as a form shows it. */

export class Attempt {
  busy = $state(false);
  problem = $state("");

  /** Do it; whether it was done. A refusal becomes the problem. */
  async run(deed: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.problem = "";
    try {
      await deed();
      return true;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
