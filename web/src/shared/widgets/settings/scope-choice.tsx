import { Radio, Stack, Text } from '@mantine/core'
import classes from './widget-settings.module.css'
import { mayChooseScope, type TemplateChangeState } from './use-template-change.ts'

const choice = { body: classes['choice'] ?? '' }

/** Says whose dashboards a change affects, and offers the choice where there is one. */
export function ScopeChoice({ change }: { change: TemplateChangeState }) {
  const { base, unit, scope, choose } = change
  if (!mayChooseScope(base)) {
    return (
      <Text c="dimmed">
        {base === null && `${unit.friendlyName} has no template yet. It gets one of its own.`}
        {base?.dataID === unit.dataID && `${unit.friendlyName} has a template of its own. No other unit changes.`}
        {base !== null &&
          base.dataID !== unit.dataID &&
          `This template belongs to another entity. ${unit.friendlyName} gets a copy of its own.`}
      </Text>
    )
  }
  return (
    <Radio.Group
      label="Who sees the change"
      description={`The template “${base?.title}” is shared.`}
      value={scope}
      onChange={choose}
    >
      <Stack gap="xs" mt="xs">
        <Radio classNames={choice} value="everyone" label={everyoneText(base?.units ?? 1)} />
        <Radio classNames={choice} value="unit" label={`Only ${unit.friendlyName}, which gets a copy of its own`} />
      </Stack>
    </Radio.Group>
  )
}

function everyoneText(units: number): string {
  return units <= 1 ? 'Everyone: all units with this template' : `Everyone: all ${units} units with this template`
}
