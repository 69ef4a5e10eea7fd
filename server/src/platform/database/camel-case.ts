import { CamelCasePlugin, type KyselyPlugin } from 'kysely'

/** The names of tables and columns in both spellings. */
class Names extends CamelCasePlugin {
  /** Names that would not come back as they are (`entityID`) are left alone. */
  override snakeCase(name: string): string {
    const snake = super.snakeCase(name)
    return super.camelCase(snake) === name ? snake : name
  }

  override camelCase(name: string): string {
    return super.camelCase(name)
  }
}

const names = new Names()

/**
 * Tables and columns have snake_case names in PostgreSQL and camelCase names here: `data_id` is `dataId` in what Kysely builds, and in the
 * rows of every statement. The text of statements and the keys of JSON stay as they are.
 *
 * Renaming a row takes a fifth of the time that reading it takes, with twelve columns a third. Rows whose names are right are left alone, which costs nothing:
 * statements that read many rows name their columns in camelCase.
 */
export const camelCase: KyselyPlugin = {
  transformQuery: (args) => names.transformQuery(args),
  transformResult: async ({ result }) => {
    const [first = {}] = result.rows
    const columns = Object.keys(first)
    if (!columns.some((column) => column.includes('_'))) return result
    const renamed = columns.map((column) => [column, names.camelCase(column)] as const)
    const rename = (row: Readonly<Record<string, unknown>>) => {
      const out: Record<string, unknown> = {}
      for (const [column, name] of renamed) out[name] = row[column]
      return out
    }
    return { ...result, rows: result.rows.map(rename) }
  },
}

export const toCamelCase = (name: string): string => names.camelCase(name)
