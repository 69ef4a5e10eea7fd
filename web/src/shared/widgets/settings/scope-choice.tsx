import { Radio, Stack, Text } from '@mantine/core'
import classes from './widget-settings.module.css'
import { mayChooseScope, type TemplateChangeState } from './use-template-change.ts'
import { t } from '../texts.ts'

const choice = { body: classes['choice'] ?? '' }

/** Says whose dashboards a change affects, and offers the choice where there is one. */
export function ScopeChoice({ change }: { change: TemplateChangeState }) {
  const { base, unit, scope, choose } = change
  const unitName = unit.friendlyName
  if (!mayChooseScope(base)) {
    return (
      <Text c="dimmed">
        {base === null && t('widgets.scope.none', { unitName })}
        {base?.dataID === unit.dataID && t('widgets.scope.own', { unitName })}
        {base !== null && base.dataID !== unit.dataID && t('widgets.scope.foreign', { unitName })}
      </Text>
    )
  }
  return (
    <Radio.Group
      label={t('widgets.scope.label')}
      description={t('widgets.scope.shared', { template: base?.title ?? '' })}
      value={scope}
      onChange={choose}
    >
      <Stack gap="xs" mt="xs">
        <Radio classNames={choice} value="everyone" label={everyoneText(base?.units ?? 1)} />
        <Radio classNames={choice} value="unit" label={t('widgets.scope.unit', { unitName })} />
      </Stack>
    </Radio.Group>
  )
}

function everyoneText(units: number): string {
  return units <= 1 ? t('widgets.scope.everyone') : t('widgets.scope.everyone.count', { units })
}
