import { type DataDocument, UnitDescription, UnitName } from '@fieldwatch/contract/units'
import { Avatar, Button, Group, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconRouter } from '#icons/icons.ts'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#components/form-dialog.tsx'
import { formErrors } from '#components/form-errors.ts'
import { ImageCropper } from '#image-cropper/image-cropper.tsx'
import { useDescribeUnit } from './management-queries.ts'

interface UpdateUnitDialogProps {
  unit: DataDocument
  onClose: () => void
}

const Values = z.object({ friendlyName: UnitName, description: UnitDescription })

/** What a new picture is; an empty text takes the old one away. */
type NewPicture = { file: File; url: string } | '' | undefined

/** Changes name, description and picture. */
export function UpdateUnitDialog({ unit, onClose }: UpdateUnitDialogProps) {
  const describe = useDescribeUnit(unit.dataID)
  const [picture, setPicture] = useState<NewPicture>()
  const [cropping, crop] = useDisclosure(false)
  const form = useForm({
    initialValues: { friendlyName: unit.friendlyName, description: unit.description },
    validate: (values) => formErrors(Values.safeParse(values)),
  })
  const shown = picture === undefined ? unit.image : picture === '' ? '' : picture.url

  function save(values: z.infer<typeof Values>): void {
    if (describe.isPending) return
    const image = typeof picture === 'object' ? picture.file : picture
    describe.mutate(
      { dataID: unit.dataID, ...values, ...(image === undefined ? {} : { image }) },
      { onSuccess: onClose },
    )
  }

  return (
    <>
      <FormDialog
        title="Update Device"
        submit="Save"
        busy={describe.isPending}
        // The first words are those of the specification (document 2, section 8).
        failure={describe.isError ? { text: 'Failed to update device', advice: describe.error.message } : undefined}
        onSubmit={form.onSubmit(save)}
        onClose={onClose}
      >
        <Group>
          <Avatar src={shown === '' ? null : shown} alt="Picture of the unit" radius="md" size="var(--fw-photo)">
            <IconRouter stroke={1.5} aria-hidden="true" />
          </Avatar>
          <Button variant="default" onClick={crop.open}>
            {shown === '' ? 'Add a picture' : 'Change the picture'}
          </Button>
          {shown === '' ? undefined : (
            <Button variant="subtle" onClick={() => setPicture('')}>
              Remove the picture
            </Button>
          )}
        </Group>
        <TextInput label="Friendly name" required {...form.getInputProps('friendlyName')} />
        <Textarea label="Description" rows={5} {...form.getInputProps('description')} />
      </FormDialog>
      <ImageCropper
        opened={cropping}
        title="Picture of the unit"
        onClose={crop.close}
        onCrop={(file) => {
          setPicture({ file, url: URL.createObjectURL(file) })
          crop.close()
        }}
      />
    </>
  )
}
