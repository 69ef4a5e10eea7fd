import { Imei } from '@fieldwatch/contract/units/sim-numbers'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'
import { administerUnit, type DataDocument } from '@fieldwatch/contract/units/units'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useApiAction } from '@fieldwatch/web/platform/api/use-action.ts'
import { unitQuery } from '@fieldwatch/web/shared/units/unit-queries.ts'
import { fieldFailures } from '@fieldwatch/web/ui/components/field-failures.ts'
import { FailureNote } from '@fieldwatch/web/ui/components/failure-note.tsx'
import { formErrors } from '@fieldwatch/web/ui/components/form-errors.ts'
import { useNow } from '@fieldwatch/web/ui/components/use-now.ts'
import { t } from './texts.ts'

const Values = z.object({ imei: Imei.refine((imei) => imei !== '', { error: () => t('teltonika.tracker.required') }) })

/** A tracker tries again within a minute or so. */
const REFRESH_MS = 5_000

/** By which IMEI the portal knows the tracker of a unit, and whether one with that IMEI has tried to connect. */
export function TrackerImei({ dataId }: { dataId: string }) {
  const { data: unit, error } = useQuery({ ...unitQuery(useApi(), dataId), refetchInterval: REFRESH_MS })
  if (error !== null) return <FailureNote text={error.message} />
  return unit === undefined ? undefined : <ImeiForm key={unit.imei} unit={unit} />
}

function ImeiForm({ unit }: { unit: DataDocument }) {
  const { dataID, version, imei = '' } = unit
  const form = useForm({ initialValues: { imei }, validate: (values) => formErrors(Values.safeParse(values)) })
  const save = useApiAction(
    async (api, changed: string) =>
      (await api.call(administerUnit, { params: { dataID }, body: { imei: changed, version } })).details,
    { rereads: [['unit', dataID]] },
  )
  return (
    <Stack gap="xs">
      <form
        onSubmit={form.onSubmit((values) =>
          save.mutate(values.imei, { onError: (problem) => form.setErrors(fieldFailures(problem, {})) }),
        )}
      >
        <Group align="end" gap="xs">
          <TextInput
            label={t('teltonika.tracker.imei')}
            description={t('teltonika.tracker.imei.help')}
            inputMode="numeric"
            autoComplete="off"
            flex={1}
            {...form.getInputProps('imei')}
          />
          <Button type="submit" loading={save.isPending} disabled={form.values.imei === imei}>
            {t('teltonika.tracker.save')}
          </Button>
        </Group>
      </form>
      {save.error === null ? undefined : <FailureNote text={save.error.message} />}
      {imei === '' ? undefined : <TrackerState unit={unit} />}
    </Stack>
  )
}

function TrackerState({ unit: { connected, trackerRefusedUTC } }: { unit: DataDocument }) {
  const now = useNow(REFRESH_MS)
  if (connected) return <Text component="output">{t('teltonika.tracker.connected')}</Text>
  return (
    <Text component="output">
      {trackerRefusedUTC === undefined
        ? t('teltonika.tracker.silent')
        : t('teltonika.tracker.refused', { ago: formatAgo(Date.parse(trackerRefusedUTC), now) })}
    </Text>
  )
}
