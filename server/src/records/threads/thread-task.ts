/** What a task has to say when it is done. */
export interface Done<Result> {
  readonly result: Result
  /** Memory that is handed over with the result. */
  readonly memory: ArrayBuffer[]
  /** Memory of what was given that nobody needs any more. */
  readonly spent: readonly ArrayBuffer[]
}

/** A function that a thread finds by itself: its module and its name there. */
export interface ThreadTask<Given, Result> {
  readonly module: string
  readonly name: string
  /** Never there: it keeps what is given and what comes of it. */
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
