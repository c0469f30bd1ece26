import { styled } from '../site/styled.tsx'
import styles from './Field.module.css'

/** An element in the class `action` of Field.module.css. */
export const FieldAction = styled('button', styles.action)

/** An element in the class `box` of Field.module.css. */
export const FieldBox = styled('input', styles.box)

/** An element in the class `check` of Field.module.css. */
export const FieldCheck = styled('label', styles.check)

/** An element in the class `chevron` of Field.module.css. */
export const FieldChevron = styled('span', styles.chevron)

/** An element in the class `choices` of Field.module.css. */
export const FieldChoices = styled('div', styles.choices)

/** An element in the class `control` of Field.module.css. */
export const FieldControl = styled('span', styles.control)

/** An element in the class `disclosure` of Field.module.css. */
export const FieldDisclosure = styled('details', styles.disclosure)

/** An element in the class `fault` of Field.module.css. */
export const FieldFault = styled('span', styles.fault)

/** An element in the class `field` of Field.module.css. */
export const FieldFrame = styled('div', styles.field)

/** An element in the class `input` of Field.module.css. */
export const FieldInput = styled('input', styles.input)

/** An element in the class `items` of Field.module.css. */
export const FieldItems = styled('ul', styles.items)

/** An element in the class `label` of Field.module.css. */
export const FieldLabel = styled('p', styles.label)

/** An element in the class `line` of Field.module.css. */
export const FieldLine = styled('p', styles.line)

/** An element in the class `links` of Field.module.css. */
export const FieldLinks = styled('p', styles.links)

/** An element in the class `meter` of Field.module.css. */
export const FieldMeter = styled('span', styles.meter)

/** An element in the class `nothing` of Field.module.css. */
export const FieldNothing = styled('p', styles.nothing)

/** An element in the class `part` of Field.module.css. */
export const FieldPart = styled('label', styles.part)

/** An element in the class `part-label` of Field.module.css. */
export const FieldPartLabel = styled('span', styles['part-label'])

/** An element in the class `parts` of Field.module.css. */
export const FieldPartRow = styled('div', styles.parts)

/** An element in the class `strength` of Field.module.css. */
export const FieldStrength = styled('div', styles.strength)

/** An element in the class `text` of Field.module.css. */
export const FieldText = styled('p', styles.text)

/** An element in the class `unit` of Field.module.css. */
export const FieldUnit = styled('span', styles.unit)

/** An element in the class `unknown` of Field.module.css. */
export const FieldUnknown = styled('div', styles.unknown)

/** A choice that is a card. */
export const FieldCard = styled('label', `${styles.check} ${styles.card}`)
