import { TIME_FORMATS } from '@fieldwatch/contract/users'
import { Radio, Title } from '@mantine/core'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { formatClock } from '@fieldwatch/contract/moment-text'
import { preferenceFailure } from './user-failure.ts'
import { useSavePreference } from './profile-queries.ts'
import classes from './profile.module.css'
import card from './settings-page.module.css'

/** An afternoon, where the two formats differ. */
const EXAMPLE = new Date(2026, 0, 1, 14, 30).getTime()

/** How times are shown all over the portal. The choice is saved at once. */
export function TimePreferences() {
  const me = useMe()
  const save = useSavePreference()
  const chosen = (save.isPending ? save.variables.timeFormat : undefined) ?? me.timeFormat
  return (
    <section aria-label="Time format" className={card['card']}>
      <Title order={3} size="h5" className={card['cardHead'] ?? ''}>
        Time format
      </Title>
      <fieldset aria-label="Time format" className={classes['category']}>
        {TIME_FORMATS.toReversed().map((timeFormat) => (
          <Radio
            key={timeFormat}
            name="time-format"
            checked={timeFormat === chosen}
            label={`${parseInt(timeFormat)} hours, as in ${formatClock(EXAMPLE, { timeFormat })}`}
            onChange={() => save.mutate({ timeFormat })}
          />
        ))}
      </fieldset>
      {save.isError ? <FormFailure {...preferenceFailure(save.error, me.timeFormat)} /> : undefined}
    </section>
  )
}
