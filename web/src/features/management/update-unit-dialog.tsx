import { type DataDocument, UnitDescription, UnitName } from '@fieldwatch/contract/units/units'
import { Avatar, Button, Group, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRouter } from '#ui/icons/icons.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useApi } from '#platform/api/api-context.tsx'
import { ChangeFailure } from '#shared/changes/change-failure.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { formErrors } from '#ui/components/form-errors.ts'
import { useObjectUrl } from '#ui/components/use-object-url.ts'
import { ImageCropper } from '#ui/pictures/image-cropper.tsx'
import { fetchUnit } from '#shared/units/unit-queries.ts'
import { useDescribeUnit } from './management-queries.ts'
import { t } from './texts.ts'

interface UpdateUnitDialogProps {
  unit: DataDocument
  onClose: () => void
}

const Values = z.object({ friendlyName: UnitName, description: UnitDescription })

/** What a new picture is; an empty text takes the old one away. */
type NewPicture = File | '' | undefined

function valuesOf({ friendlyName, description }: DataDocument): z.infer<typeof Values> {
  return { friendlyName, description }
}

/** Changes name, description and picture. */
export function UpdateUnitDialog({ unit, onClose }: UpdateUnitDialogProps) {
  const describe = useDescribeUnit(unit.dataID)
  const [picture, setPicture] = useState<NewPicture>()
  const [cropping, crop] = useDisclosure(false)
  const client = useQueryClient()
  const api = useApi()
  const edit = useChangeForm({
    thing: unit,
    valuesOf,
    validate: (values) => formErrors(Values.safeParse(values)),
    readNewer: () => fetchUnit(client, api, unit.dataID),
    onNewer: describe.reset,
  })
  const { form, base } = edit
  useUnsaved(picture !== undefined)
  const chosen = useObjectUrl(picture instanceof File ? picture : undefined)
  const shown = picture === undefined ? base.image : (chosen ?? '')

  function save(values: z.infer<typeof Values>): void {
    const changes = { ...edit.changed(values), ...(picture === undefined ? {} : { image: picture }) }
    if (Object.keys(changes).length === 0) return onClose()
    describe.mutate({ dataID: unit.dataID, ...changes, version: base.version }, { onSuccess: onClose })
  }

  return (
    <>
      <FormDialog
        title={t('management.unit.update')}
        submit={t('management.save')}
        busy={describe.isPending}
        disabled={edit.loading}
        failure={
          describe.isError ? (
            <ChangeFailure
              error={edit.loadError ?? describe.error}
              // The first words are those of the specification (document 2, section 8).
              failure={{ text: t('management.unit.update.failed'), advice: (edit.loadError ?? describe.error).message }}
              newer={edit}
            />
          ) : undefined
        }
        onSubmit={form.onSubmit(save)}
        onClose={onClose}
      >
        <Group>
          <Avatar
            src={shown === '' ? null : shown}
            alt={t('management.unit.picture')}
            radius="md"
            size="var(--fw-photo)"
          >
            <IconRouter stroke={1.5} aria-hidden="true" />
          </Avatar>
          <Button variant="default" onClick={crop.open}>
            {shown === '' ? t('management.unit.picture.add') : t('management.unit.picture.change')}
          </Button>
          {shown === '' ? undefined : (
            <Button variant="subtle" onClick={() => setPicture('')}>
              {t('management.unit.picture.remove')}
            </Button>
          )}
        </Group>
        <TextInput label={t('management.unit.name')} required {...form.getInputProps('friendlyName')} />
        <Textarea label={t('management.unit.description')} rows={5} {...form.getInputProps('description')} />
      </FormDialog>
      <ImageCropper
        opened={cropping}
        title={t('management.unit.picture')}
        onClose={crop.close}
        onCrop={(file) => {
          setPicture(file)
          crop.close()
        }}
      />
    </>
  )
}
