import { examine } from './doctor/examine.ts'
import { formatFindings, hasWrong } from './doctor/finding.ts'
import { helpIfAsked } from './help.ts'

const USAGE = `Usage:
  npm run doctor
      Looks at the settings, folders, ports, database and services of this installation, and says what is wrong. Nothing is changed.
`

helpIfAsked(USAGE)
const findings = await examine(process.env)
process.stdout.write(formatFindings(findings))
process.exitCode = hasWrong(findings) ? 1 : 0
