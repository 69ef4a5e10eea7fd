/** A success with details. */
export function success<D>(details: D): { status: 'success'; details: D } {
  return { status: 'success', details }
}

/** As `success`, with a sentence about what did not work. */
export function partial<D>(message: string, details: D): { status: 'partial_success'; message: string; details: D } {
  return { status: 'partial_success', message, details }
}

/** As `done`, with a sentence about what did not work. */
export function partlyDone(message: string): { status: 'partial_success'; message: string } {
  return { status: 'partial_success', message }
}

/** A success without details, with a sentence if there is one. */
export function done(message?: string): { status: 'success'; message?: string } {
  return message === undefined ? { status: 'success' } : { status: 'success', message }
}
