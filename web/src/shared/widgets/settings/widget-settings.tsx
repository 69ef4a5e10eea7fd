import type { Calculation } from '@fieldwatch/contract/calculations/calculations'
import { Button, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pageOf } from '@fieldwatch/contract/widgets/widget-kinds'
import { calculatedLooks } from '@fieldwatch/contract/templates/calculated-looks'
import { calculationsQuery } from '#shared/calculations/calculation-queries.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { dataOptionsQuery } from '#shared/units/data-options-query.ts'
import { TemplateFailure, withoutComparison } from './template-failure.tsx'
import { type SettingsByType, widgetOfForm, withType } from './widget-form.ts'
import { inputOf, type WidgetFields } from './form-field.ts'
import { ScopeChoice } from './scope-choice.tsx'
import type { UnitSources } from '#shared/units/source-choices.ts'
import { type FormTask, useWidgetForm } from './use-widget-form.ts'
import { useTemplateChange } from './use-template-change.ts'
import { ValuesFields } from './values-fields.tsx'
import { firstProblem, widgetProblems } from './widget-problems.ts'
import { WIDGET_TYPES } from '#shared/widgets/widget-types.ts'
import { useAskedSave } from './use-asked-save.tsx'
import { useWidgetTask } from './widget-task.ts'
import classes from './widget-settings.module.css'
import { t } from '../texts.ts'

interface WidgetSettingsProps {
  settings: SettingsByType
  task: FormTask
  onDone: () => void
  /** Opens the form of a new calculated source. */
  onCreateSource: () => void
}

const NO_SOURCES: UnitSources = {}

const NO_CALCULATIONS: readonly Calculation[] = []

/** The form of a widget, new or not (specification, document 1, section 2). */
export function WidgetSettings({ settings, task, onDone, onCreateSource }: WidgetSettingsProps) {
  const change = useTemplateChange({ onSaved: onDone })
  const asked = useAskedSave(change)
  const start = useWidgetTask()
  const { edit, ...target } = useWidgetForm(settings, change, task)
  const { form } = edit
  const options = useQuery(dataOptionsQuery(useApi(), change.unit.dataID))
  const { data: calculations = NO_CALCULATIONS } = useQuery(calculationsQuery(useApi(), change.unit.dataID))
  const looks = useMemo(() => calculatedLooks(calculations), [calculations])
  const problems = widgetProblems(settings, form.values)
  const { type } = form.values
  const own = settings.get(type)
  const fields: WidgetFields = {
    form,
    problems,
    sources: options.data ?? NO_SOURCES,
    looks,
    rules: own?.values,
    taken: target.taken,
    onCreateSource,
  }
  const missing = firstProblem(problems)
  const error = edit.loadError ?? asked.error

  function save(): void {
    const widget = widgetOfForm(settings, form.values, looks)
    if (widget !== undefined && missing === undefined) asked.save(target.place(widget))
  }

  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack>
        <div className={classes['pair']}>
          <NativeSelect
            label={t('widgets.settings.type')}
            required
            data={typeChoices()}
            description={whereShown(type)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...inputOf(fields, 'type')}
            onChange={({ currentTarget }) =>
              form.setValues(withType(settings, form.values, currentTarget.value, fields.sources))
            }
          />
          <TextInput label={t('widgets.settings.name')} required data-autofocus {...inputOf(fields, 'title')} />
        </div>
        {options.isPending && <Skeleton height="12rem" />}
        {options.isError && (
          <Text c="dimmed" component="output">
            {t('widgets.settings.no-sources')}
          </Text>
        )}
        {!options.isPending && (
          <>
            <ValuesFields fields={fields} />
            {own?.Fields !== undefined && (
              <own.Fields fields={fields} part={form.values.parts[type]} path={`parts.${type}`} />
            )}
          </>
        )}
        <ScopeChoice change={change} />
        {target.note !== undefined && <Text component="output">{target.note}</Text>}
        {asked.question}
        {error === null ? undefined : (
          <TemplateFailure error={error} newer={task.type === 'edit' ? edit : withoutComparison(edit)} />
        )}
        <div className={classes['foot']}>
          <Text c="dimmed" className={classes['missing'] ?? ''} aria-live="polite">
            {missing}
          </Text>
          {task.type === 'edit' && (
            <Button
              variant="subtle"
              color="red"
              className={classes['delete'] ?? ''}
              onClick={() => start({ type: 'remove', place: task.place })}
            >
              {t('widgets.delete.submit')}
            </Button>
          )}
          <Button variant="default" onClick={onDone}>
            {t('widgets.cancel')}
          </Button>
          <Button type="submit" disabled={missing !== undefined || asked.saving || edit.loading}>
            {t(asked.saving ? 'widgets.settings.busy' : 'widgets.settings.save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function typeChoices() {
  return [
    { value: '', label: t('widgets.settings.choose') },
    ...WIDGET_TYPES.map(({ name, label }) => ({ value: name, label: label() })),
  ]
}

/** Where the widget is found once it is saved, which may be another page. */
function whereShown(name: string): string | undefined {
  const [kind] = WIDGET_TYPES.find((type) => type.name === name)?.kinds ?? []
  if (kind === undefined) return undefined
  return t(`widgets.settings.page.${pageOf(kind)}`)
}
