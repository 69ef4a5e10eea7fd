import { type IncidentDetails, LONGEST_CONCLUSIONS, LONGEST_INCIDENT_TITLE } from '../contract/incidents.ts'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { ChangeDialog } from '@fieldwatch/web/shared/changes/change-dialog.tsx'
import { useChangeForm } from '@fieldwatch/web/shared/changes/use-change-form.ts'
import { useFindNewer } from '@fieldwatch/web/shared/changes/use-find-newer.ts'
import { type IncidentWords, severityChoices, wordProblems, wordsOf } from './incident-form.ts'
import { incidentQuery, useChangeIncident } from './incident-queries.ts'
import { t } from './texts.ts'

/** The conclusions, the title and the severity of an incident. */
export function EditIncidentDialog({ incident, onClose }: { incident: IncidentDetails; onClose: () => void }) {
  const change = useChangeIncident()
  const findNewer = useFindNewer()
  const edit = useChangeForm<IncidentDetails, IncidentWords>({
    thing: incident,
    valuesOf: wordsOf,
    validate: wordProblems,
    readNewer: ({ incidentID }) =>
      findNewer(
        (api) => incidentQuery(api, incidentID),
        (found) => found,
        t('incidents.gone'),
      ),
    onNewer: change.reset,
  })
  const { form, base, changed } = edit

  function save(values: IncidentWords): void {
    const { incidentID, version } = base
    change.mutate({ incidentID, version, ...changed(values) }, { onSuccess: onClose })
  }

  return (
    <ChangeDialog
      title={t('incidents.edit.title')}
      submit={t('incidents.save')}
      size="lg"
      edit={edit}
      saving={change}
      onSave={save}
      onClose={onClose}
    >
      <TextInput
        label={t('incidents.form.title')}
        required
        maxLength={LONGEST_INCIDENT_TITLE}
        dir="auto"
        {...form.getInputProps('title')}
      />
      <NativeSelect label={t('incidents.severity')} data={severityChoices()} {...form.getInputProps('severity')} />
      <Textarea
        label={t('incidents.form.conclusions')}
        placeholder={t('incidents.form.conclusions.example')}
        rows={10}
        maxLength={LONGEST_CONCLUSIONS}
        dir="auto"
        data-autofocus
        {...form.getInputProps('conclusions')}
      />
    </ChangeDialog>
  )
}
