import { shownColumns } from '@fieldwatch/contract/templates/event-headings'
import type { EventTable } from '@fieldwatch/contract/events/events'
import type { Template, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useShownTemplate } from '#shared/calculations/use-shown-template.ts'
import { useNewerVersion } from '#shared/changes/use-newer-version.ts'
import { ScopeChoice } from '#shared/widgets/settings/scope-choice.tsx'
import { TemplateFailure } from '#shared/widgets/settings/template-failure.tsx'
import { useTemplateChange } from '#shared/widgets/settings/use-template-change.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { TickList } from '#ui/reorder/tick-list.tsx'
import { type Tick, tickedOf, ticksOf } from '#ui/reorder/ticks.ts'
import { eventHeading } from './event-headings.ts'
import { TemplateWarning } from './template-warning.tsx'
import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import { t } from './texts.ts'

interface CustomizeColumnsDialogProps {
  table: EventTable
  onClose: () => void
}

/** Which columns an event table shows, and in which order. */
export function CustomizeColumnsDialog({ table, onClose }: CustomizeColumnsDialogProps) {
  const template = useShownTemplate()
  const change = useTemplateChange({ onSaved: onClose })
  const [opened] = useState(() => ticksOf(table.columns, shownColumns(table, template)))
  const [ticks, setTicks] = useState<readonly Tick[]>(opened)
  const [tried, setTried] = useState(false)
  const columns = tickedOf(ticks)
  useUnsaved(ticks !== opened)
  const newer = useNewerVersion({
    base: () => ({ columns: tickedOf(opened) }),
    typed: () => ({ columns }),
    valuesOf: (seen: Template | null) => ({ columns: shownColumns(table, seen) }),
    readNewer: change.readNewer,
    goOnFrom: (seen, values) => {
      setTicks(ticksOf(table.columns, values.columns))
      change.goOnFrom(seen)
    },
  })
  const error = newer.loadError ?? change.error

  return (
    <FormDialog
      title={t('events.columns.title', { title: table.title })}
      submit={t('events.save')}
      busy={change.saving}
      disabled={newer.loading}
      failure={error === null ? undefined : <TemplateFailure error={error} newer={newer} />}
      onSubmit={() => {
        setTried(true)
        if (columns.length > 0) change.save(withColumns(change.definition, table, columns))
      }}
      onClose={onClose}
    >
      <TemplateWarning change={change} />
      <TickList
        label={t('events.columns')}
        ticks={ticks}
        nameOf={(id) => eventHeading(id, table.columns, template).title}
        onChange={setTicks}
      />
      {tried && columns.length === 0 ? (
        <Text role="alert" c="var(--mantine-color-error)">
          {t('events.columns.required')}
        </Text>
      ) : undefined}
      <ScopeChoice change={change} />
    </FormDialog>
  )
}

/** A template in which an event table has these columns. */
export function withColumns(
  definition: TemplateDefinition,
  { name, title }: { name: string; title: string },
  columns: readonly string[],
): TemplateDefinition {
  const { events = [] } = definition
  const at = events.findIndex((entry) => nameOfEvent(entry.title) === name)
  const entry = { ...(events[at] ?? { title, type: 'event' as const }), columns: [...columns] }
  return { ...definition, events: at === -1 ? [...events, entry] : events.with(at, entry) }
}
