import { answerAdmin } from '#commands/answer-admin.ts'
import type { Finished } from './run-command.ts'
import type { TestDatabase } from './test-database.ts'

/** Does in this process what `npm run admin -- ARGUMENT…` does in its own, which takes ten times as long. */
export async function answerAdminHere(
  { connectionString }: Pick<TestDatabase, 'connectionString'>,
  args: readonly string[],
): Promise<Finished> {
  const [output, errors] = [createText(), createText()]
  const code = await answerAdmin({ args, environment: { DATABASE_URL: connectionString }, output, errors })
  return { code, output: output.text(), errors: errors.text() }
}

function createText() {
  let written = ''
  return {
    write: (text: string) => {
      written += text
    },
    text: () => written,
  }
}
