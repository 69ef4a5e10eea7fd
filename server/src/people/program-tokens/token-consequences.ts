import { tokensOfEntity, tokensOfPeople } from './affected-token-store.ts'
import { OF_THINGS, only, type Row, unaffected } from '#delivery/consequences/declaration.ts'

const NARROWER = only('changed', 'It may do what its owner may do now.', tokensOfPeople)

/** What follows for tokens of programs. */
export const TOKENS: Row = {
  ...unaffected('A token acts for its owner: what is in reach is judged with each request.', OF_THINGS),
  'person-demoted': NARROWER,
  'person-moved': NARROWER,
  'person-disabled': only('pauses', 'It is refused until its owner is enabled.', tokensOfPeople),
  'person-enabled': only('continues', 'It works again.', tokensOfPeople),
  'person-deleted': only('deleted', 'It is deleted with its owner.', tokensOfPeople),
  'entity-disabled': only('pauses', 'Tokens of the entity and of its people are refused.'),
  'entity-enabled': only('continues', 'They work again.'),
  'entity-deleted': only('deleted', 'It is deleted with its entity or its owner.', tokensOfEntity),
}
