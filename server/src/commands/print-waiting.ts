/** Says at a terminal why a command waits; its own output stays what was asked for. */
export function printWaiting(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
