import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Text } from '@mantine/core'
import { RequestNote } from '#shared/requests/request-note.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { type Difference, differencesOf } from './configuration-difference.ts'
import type { ConfigurationKind, Known } from './connection.ts'
import { SaveFailure } from './save-failure.tsx'
import { useSave } from './use-save.ts'
import { t } from './texts.ts'

interface Side {
  label: string
  configuration: object
}

interface ApplyDialogProps<C extends object> {
  title: string
  unit: DataDocument
  kind: ConfigurationKind<C>
  /** What the button reads that sends `after` to the unit. */
  submit: string
  /** What is said when the unit has it. */
  done: string
  readOnly: string | undefined
  /** What the unit has now. */
  before: Side
  after: Side
  /** The version of what the unit has now. */
  version: number
  onSaved: (known: Known<C>, text: string) => void
  onClose: () => void
}

/** The difference between two configurations, and a way to send the other one to the unit. */
export function ApplyDialog<C extends object>(props: ApplyDialogProps<C>) {
  const { title, unit, kind, done, readOnly, before, after, onSaved, onClose } = props
  const { configuration } = kind.read(after.configuration)
  // What is left out on one side is the default, and no difference to the other.
  const now = kind.read(before.configuration).configuration ?? before.configuration
  const differences = differencesOf(now, configuration ?? after.configuration)
  const save = useSave(unit.dataID, kind, (known) => {
    onSaved(known, done)
    onClose()
  })
  const table = <Differences before={before.label} after={after.label} differences={differences} />
  if (readOnly !== undefined || configuration === undefined || differences.length === 0) {
    return (
      <Dialog title={title} onClose={onClose}>
        {table}
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={title}
      submit={props.submit}
      busy={save.sending}
      disabled={save.underWay !== undefined}
      failure={
        save.error === null && save.ended === undefined ? undefined : (
          <SaveFailure error={save.error} ended={save.ended} newer={{ loading: false, loadNewer: onClose }} />
        )
      }
      onSubmit={() => save.save(configuration, props.version)}
      onClose={onClose}
    >
      {table}
      {save.underWay === undefined ? undefined : (
        <RequestNote request={save.underWay} text={t('sensor-configuration.sending')} connected={unit.connected} />
      )}
    </FormDialog>
  )
}

interface DifferencesProps {
  before: string
  after: string
  differences: readonly Difference[]
}

function Differences({ before, after, differences }: DifferencesProps) {
  if (differences.length === 0) return <Text>{t('sensor-configuration.differences.none')}</Text>
  return (
    <DataTable
      compact
      sortable={false}
      label={t('sensor-configuration.differences')}
      columns={[
        { id: 'value', title: t('sensor-configuration.differences.value'), value: ({ place }) => place },
        { id: 'before', title: before, value: (one) => one.before },
        { id: 'after', title: after, value: (one) => one.after },
      ]}
      rows={differences}
      rowId={({ place }) => place}
      rowLabel={({ place }) => place}
    />
  )
}
