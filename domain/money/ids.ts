import { Schema } from "effect"

export const OrganisationId = Schema.String.pipe(Schema.brand("OrganisationId"))
export type OrganisationId = typeof OrganisationId.Type

export const KeyId = Schema.String.pipe(Schema.brand("KeyId"))
export type KeyId = typeof KeyId.Type

export const RunId = Schema.String.pipe(Schema.brand("RunId"))
export type RunId = typeof RunId.Type

/** A call's id is also the id of its payment. */
export const CallId = Schema.String.pipe(Schema.brand("CallId"))
export type CallId = typeof CallId.Type

/** One running process. A new one at every start. */
export const NodeId = Schema.String.pipe(Schema.brand("NodeId"))
export type NodeId = typeof NodeId.Type

/** Whether text has the form of an id, in any case. Text without it names nothing, and PostgreSQL refuses it as a uuid. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
