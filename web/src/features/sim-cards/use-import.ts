import { type DecimalMark, SIM_CSV_MAX, type SimRowField, type SizeUnit } from '@fieldwatch/contract/units/sims'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import type { ColumnChoice as ChoiceOf } from '#shared/imports/column-choice.ts'
import { decodeText } from '#shared/imports/decode-text.ts'
import { type SimFile, type SimImported, useImportSims } from './sim-mutations.ts'

type ColumnChoice = ChoiceOf<SimRowField>

/** What the user chose about a file that the file does not tell. */
interface FileChoice {
  columns?: ColumnChoice
  decimals?: DecimalMark
  sizeUnit?: SizeUnit
}

/** An import of SIM cards: a file is chosen and tried, tried again with each choice, and then imported. */
export function useImport() {
  const me = useMe()
  const [entity, setEntity] = useState<string>(me.entityViewing[0] ?? me.entity)
  const [file, setFile] = useState<File | null>(null)
  const [csv, setCsv] = useState<string>()
  const [choice, setChoice] = useState<FileChoice>({})
  // The last trial stays while the next one runs.
  const [tried, setTried] = useState<SimImported>()
  const trial = useImportSims()
  const run = useImportSims()

  function tryOut(sent: SimFile): void {
    trial.mutate({ ...sent, dryRun: true }, { onSuccess: setTried, onError: () => setTried(undefined) })
  }

  async function chooseFile(chosen: File | null): Promise<void> {
    setFile(chosen)
    setChoice({})
    setTried(undefined)
    setCsv(undefined)
    trial.reset()
    run.reset()
    if (chosen === null || chosen.size > SIM_CSV_MAX) return
    const text = decodeText(new Uint8Array(await chosen.arrayBuffer()))
    setCsv(text)
    tryOut({ entity, csv: text })
  }

  function chooseEntity(next: string): void {
    setEntity(next)
    if (csv !== undefined) tryOut({ entity: next, csv, ...choice })
  }

  function choose(more: FileChoice): void {
    const next = { ...choice, ...more }
    setChoice(next)
    if (csv !== undefined) tryOut({ entity, csv, ...next })
  }

  function chooseColumns(columns: ColumnChoice): void {
    choose({ columns: { ...choice.columns, ...columns } })
  }

  function begin(): void {
    if (csv === undefined || run.isPending) return
    run.mutate({ entity, csv, ...choice, skipInvalid: (tried?.counts.invalid ?? 0) > 0 })
  }

  const verdict = run.data ?? tried
  const choices = { chooseColumns, chooseEntity, chooseFile, chooseSizes: choose }
  return { entity, file, trial, run, verdict, begin, ...choices }
}
