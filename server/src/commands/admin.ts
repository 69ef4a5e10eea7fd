import { USAGE } from './admin-arguments.ts'
import { answerAdmin } from './answer-admin.ts'
import { helpIfAsked } from './help.ts'

helpIfAsked(USAGE)
process.exitCode = await answerAdmin({
  args: process.argv.slice(2),
  environment: process.env,
  output: process.stdout,
  errors: process.stderr,
})
