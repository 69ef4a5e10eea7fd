import type { Template } from '@fieldwatch/contract/templates/templates'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTitleConsequences } from '#shared/templates/use-title-consequences.tsx'
import { TemplateFailure } from './template-failure.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { findAgain } from './find-again.ts'
import { definitionOf, removeWidget, titleOf, widgetAt, type WidgetPlace } from './template-widgets.ts'
import { useTemplateChange } from './use-template-change.ts'
import classes from './widget-settings.module.css'
import { t } from '../texts.ts'

/** Asks before a widget goes. */
export function RemoveWidget({ place: asked, onDone }: { place: WidgetPlace; onDone: () => void }) {
  const change = useTemplateChange({ onSaved: onDone })
  const { definition, unit } = change
  const [place, setPlace] = useState(asked)
  const [widget, setWidget] = useState(() => widgetAt(definition, asked))
  const { ready, list } = useTitleConsequences(change.changedTo(removeWidget(definition, place)))
  if (widget === undefined) return <Text>{t('widgets.delete.gone')}</Text>
  const title = titleOf(widget)

  function goOnFrom(template: Template | null): void {
    const newer = definitionOf(template, unit.friendlyName)
    const found = widget && findAgain({ before: definition, newer }, widget, place.index)
    if (found === undefined || found.state === 'gone') return onDone()
    setPlace(found.place)
    // Its title may have changed in the meantime.
    setWidget(widgetAt(newer, found.place))
  }

  return (
    <Stack>
      <Text>{t('widgets.delete.help', { title })}</Text>
      <ScopeChoice change={change} />
      {list}
      {change.error !== null && (
        <TemplateFailure
          error={change.error}
          kept={t('widgets.delete.kept')}
          newer={{ loading: change.loading, loadNewer: () => change.loadNewer(undefined, { onSuccess: goOnFrom }) }}
        />
      )}
      <div className={classes['foot']}>
        <Button variant="default" onClick={onDone}>
          {t('widgets.cancel')}
        </Button>
        <Button
          color="red"
          disabled={change.saving || !ready}
          onClick={() => change.save(removeWidget(definition, place))}
        >
          {t(change.saving ? 'widgets.delete.busy' : 'widgets.delete.submit')}
        </Button>
      </div>
    </Stack>
  )
}
