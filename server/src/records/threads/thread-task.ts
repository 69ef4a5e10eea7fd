/** The result of a task. */
export interface Done<Result> {
  readonly result: Result
  /** Memory that is handed over with the result. */
  readonly memory: ArrayBuffer[]
  /** Memory of the input that no one needs any more. */
  readonly spent: readonly ArrayBuffer[]
}

/** A function that a thread imports: its module and its name there. */
export interface ThreadTask<Given, Result> {
  readonly module: string
  readonly name: string
  /** Never set: it carries the types. */
  readonly kinds?: (given: Given) => Result
}

/**
 * Names a function that a module exports, for threads to run.
 * @param module `import.meta.url` of it
 */
export function threadTask<Given, Result>(
  module: string,
  task: (given: Given) => Done<Result>,
): ThreadTask<Given, Result> {
  return { module, name: task.name }
}
