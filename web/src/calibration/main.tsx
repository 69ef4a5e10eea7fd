import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import '#app/global.css'
import { mountPage } from '#platform/mount-page.tsx'
import { CalibrationPage } from './calibration-page.tsx'

await mountPage(<CalibrationPage portal={window.parent === window ? undefined : window.parent} />)
