import assert from 'node:assert/strict'

/** What was answered, which must be a success. */
export async function succeed<T extends { status: number; body: unknown; failure: unknown }>(
  answer: Promise<T>,
): Promise<T['body']> {
  const { status, body, failure } = await answer
  assert.equal(status, 200, JSON.stringify(failure))
  return body
}
