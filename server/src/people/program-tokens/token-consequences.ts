import { ofPeople } from '#delivery/consequences/affected-store.ts'
import { tokensOfEntity } from './affected-token-store.ts'
import { OF_THINGS, type Row, unaffected } from '#delivery/consequences/declaration.ts'

const NARROWER = {
  outcomes: [
    { follows: 'changed', means: 'It may do what its owner may do now.', find: ofPeople('program_token', 'user_id') },
  ],
} as const

/** What follows for tokens of programs. */
export const TOKENS: Row = {
  ...unaffected('A token acts for its owner: what is in reach is judged with each request.', OF_THINGS),
  'person-demoted': NARROWER,
  'person-moved': NARROWER,
  'person-disabled': {
    outcomes: [
      {
        follows: 'pauses',
        means: 'It is refused until its owner is enabled.',
        find: ofPeople('program_token', 'user_id'),
      },
    ],
  },
  'person-enabled': {
    outcomes: [{ follows: 'continues', means: 'It works again.', find: ofPeople('program_token', 'user_id') }],
  },
  'person-deleted': {
    outcomes: [
      { follows: 'deleted', means: 'It is deleted with its owner.', find: ofPeople('program_token', 'user_id') },
    ],
  },
  'entity-disabled': {
    outcomes: [{ follows: 'pauses', means: 'Tokens of the entity and of its people are refused.' }],
  },
  'entity-enabled': { outcomes: [{ follows: 'continues', means: 'They work again.' }] },
  'entity-deleted': {
    outcomes: [{ follows: 'deleted', means: 'It is deleted with its entity or its owner.', find: tokensOfEntity }],
  },
}
