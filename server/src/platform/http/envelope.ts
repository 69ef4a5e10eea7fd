/** A success with something to tell. */
export function success<D>(details: D): { status: 'success'; details: D } {
  return { status: 'success', details }
}

/** A success that says only that it worked, with a sentence if there is one. */
export function done(message?: string): { status: 'success'; message?: string } {
  return message === undefined ? { status: 'success' } : { status: 'success', message }
}
