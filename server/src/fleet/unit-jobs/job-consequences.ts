import { OF_PLACES, OF_SCREENS, OF_SOURCES, type Row, unaffected } from '#delivery/consequences/declaration.ts'

const JUDGED = {
  outcomes: [{ follows: 'is judged again', means: 'Each step judges the rights of its starter at that moment.' }],
} as const
const REFUSED = { outcomes: [{ follows: 'ends', means: 'Its remaining units are refused, with the reason.' }] } as const

/** What follows for imports of units and changes of many units under way. */
export const JOBS: Row = {
  'unit-moved': JUDGED,
  'unit-shared': JUDGED,
  ...unaffected(
    'It changes units that are inactive or show another template too.',
    'unit-deactivated',
    'template-changed',
  ),
  'unit-deleted': { outcomes: [{ follows: 'changed', means: 'The unit is refused, and the others continue.' }] },
  'data-id-changed': { outcomes: [{ follows: 'moves along', means: 'It changes the unit by its new dataID.' }] },
  ...unaffected('A job changes units and none of these.', OF_SOURCES, OF_SCREENS, 'alert-deleted', OF_PLACES),
  'person-demoted': JUDGED,
  'person-moved': JUDGED,
  'person-disabled': REFUSED,
  'person-deleted': REFUSED,
  ...unaffected('What was refused stays refused.', 'person-enabled', 'entity-enabled'),
  'entity-disabled': REFUSED,
  'entity-deleted': REFUSED,
}
