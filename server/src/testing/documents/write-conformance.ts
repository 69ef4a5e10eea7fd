import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONFORMANCE_PAGE, describeConformance, testsOfStatements } from './describe-conformance.ts'
import { readDocument, REPOSITORY } from './document-tables.ts'

const page = describeConformance(readDocument(CONFORMANCE_PAGE), testsOfStatements())
writeFileSync(join(REPOSITORY, CONFORMANCE_PAGE), page)
