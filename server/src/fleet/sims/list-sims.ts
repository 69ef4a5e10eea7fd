import type { SimStore } from './sim-store.ts'
import { LISTED_AT_ONCE } from './sim-store.ts'

/** Writes the reply with a list of cards, however long it is, some cards at a time. */
export async function* writeSims(
  sims: Pick<SimStore, 'list'>,
  asked: Parameters<SimStore['list']>[0],
): AsyncGenerator<string> {
  yield '{"status":"success","details":['
  let cards = await sims.list(asked)
  for (;;) {
    yield cards.map((card) => JSON.stringify(card)).join()
    const last = cards.at(-1)
    if (last === undefined || cards.length < LISTED_AT_ONCE) break
    cards = await sims.list(asked, last)
    if (cards.length > 0) yield ','
  }
  yield ']}'
}
