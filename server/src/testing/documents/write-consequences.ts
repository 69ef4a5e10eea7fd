import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_EXTENSIONS } from '#extension-settings.ts'
import { createCoreRows } from '#features/consequences/consequence-rows.ts'
import { describeAddedRows, describeConsequences } from './describe-consequences.ts'
import { REPOSITORY, sectionOf } from './document-tables.ts'
import { UNUSED_PARTS } from './unused-parts.ts'

writeFileSync(join(REPOSITORY, 'docs/reference/consequences.md'), describeConsequences(createCoreRows(UNUSED_PARTS)))

for (const { name, consequences } of ALL_EXTENSIONS) {
  if (consequences === undefined) continue
  const path = join(REPOSITORY, `extensions/${name}/docs/${name}.md`)
  const page = readFileSync(path, 'utf8')
  const heading = '\n## Consequences\n'
  const rest = page.replace(`${heading}${sectionOf(page, 'Consequences')}`, heading)
  const whole = rest.includes(heading) ? rest : `${rest}${heading}`
  writeFileSync(path, whole.replace(heading, `${heading}\n${describeAddedRows(consequences(UNUSED_PARTS))}\n`))
}
