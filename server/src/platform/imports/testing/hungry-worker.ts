import { answerParts } from '../part-worker.ts'

/** Reads a body into more objects than the memory of a thread holds. */
answerParts(function* (kind) {
  const held: object[] = []
  while (kind === 'endless') held.push({ number: held.length })
  yield 'all'
})
