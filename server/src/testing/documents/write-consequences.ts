import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConsequenceRows } from '#features/consequences/consequence-rows.ts'
import { describeConsequences } from './describe-consequences.ts'
import { REPOSITORY } from './document-tables.ts'
import { UNUSED_PARTS } from './unused-parts.ts'

writeFileSync(
  join(REPOSITORY, 'docs/reference/consequences.md'),
  describeConsequences(createConsequenceRows(UNUSED_PARTS)),
)
