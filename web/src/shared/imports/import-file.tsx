import { FileInput } from '@mantine/core'
import { FormFailure } from '#ui/components/form-failure.tsx'
import type { ColumnChoice } from './column-choice.ts'
import { KeyColumn } from './import-columns.tsx'
import { Working } from './working.tsx'
import { t } from './texts.ts'

interface ImportFileProps<Field extends string> {
  file: File | null
  /** In bytes. */
  sizeMax: number
  /** Whether it is being read to see what would become of each line. */
  reading: boolean
  /** Why it could not be read. */
  error: Error | null
  /** The column without which nothing can be read, and how it is called where a person says which it is. */
  keyColumn: { field: Field; label: string }
  onChoose: (file: File | null) => void
  onColumns: (columns: ColumnChoice<Field>) => void
}

/** The file of an import, and what is wrong with it. */
export function ImportFile<Field extends string>({ file, sizeMax, keyColumn, ...is }: ImportFileProps<Field>) {
  return (
    <>
      <FileInput
        label={t('imports.file')}
        placeholder={t('imports.file.choose')}
        accept=".csv,.txt,text/csv,text/plain"
        value={file}
        onChange={is.onChoose}
      />
      {file !== null && file.size > sizeMax ? (
        <FormFailure text={t('imports.file.too-large', { size: `${sizeMax / 1024 ** 2} MB` })} />
      ) : undefined}
      {is.reading ? <Working text={t('imports.file.reading')} size={file?.size} /> : undefined}
      {is.error === null ? undefined : (
        <>
          <FormFailure text={is.error.message} />
          <KeyColumn error={is.error} field={keyColumn.field} label={keyColumn.label} onChoose={is.onColumns} />
        </>
      )}
    </>
  )
}
