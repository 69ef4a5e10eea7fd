/**
 * How many random histories a test plays where each takes a second or so: a third of all that it can. `FIELDWATCH_FUZZ` plays all. Each run
 * of the tests plays others, unless the test chooses them.
 */
export function someRuns(all: number): number {
  return process.env['FIELDWATCH_FUZZ'] === undefined ? Math.ceil(all / 3) : all
}
