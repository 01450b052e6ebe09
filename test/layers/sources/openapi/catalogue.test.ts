import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { resolveInput } from "../../../../domain/catalogue/resolveInput.ts"
import { variantsOf } from "../../../../domain/catalogue/Source.ts"
import { serverAddress } from "../../../../layers/sources/openapi/sourceMetadata.ts"
import { readDocument } from "../../../../layers/sources/openapi/readDocument.ts"
import { answered, answering, fixture, imported, line, withOperation } from "./imported.ts"

const ids = (document: string | object) => imported(document).source.operations.map(({ id }) => id)

describe("imported operations in the catalogue", () => {
  it("an imported operation is named by x-gateway, or else by tag and operationId, or else by its path", () => {
    assert.deepEqual(ids(fixture("petshop-2.0.json")), ["pet.getPet", "pet.renamePet", "pet.findPets", "order.placeOrder"])
    assert.deepEqual(ids(fixture("parcels-3.0.yaml")), ["parcel.track", "labels.labels", "quote.makeQuote"])
    assert.deepEqual(ids(fixture("stations-3.1.json")), ["station.list", "station.lookup"])
    const unnamed = { operationId: undefined, tags: undefined }
    assert.deepEqual(ids(withOperation(unnamed, {}, "/api/v2/pet-food/{id}")), ["pet_food.get_api_v2_pet_food_id"])
    assert.deepEqual(ids(withOperation({ operationId: "Customers.create/now", tags: ["Gäste ✓"] })), ["gaste.Customers_create_now"])
    assert.deepEqual(ids(withOperation({ operationId: "日本", tags: ["日本"] })), ["things.get_things"])
  })

  it("an imported input is named by domain and name, or by its slot if no other input has the slot", () => {
    const named = (document: string | object, id: string) =>
      imported(document)
        .operation(id)
        .input.map(({ field, native, required, slot }) => [field, native, slot, required].join(" "))
    assert.deepEqual(named(fixture("parcels-3.0.yaml"), "parcel.track").slice(0, 2), [
      "parcel.tracking_number code parcel.tracking_number true",
      "parcel.filter filter parcel.filter false",
    ])
    const route = withOperation({
      "x-gateway": { slots: { from: "airport.iata", to: "airport.iata" } },
      parameters: ["from", "to", "from-"].map((name) => ({ name, in: "query" })),
      requestBody: { content: { "application/json": { schema: { type: "object", properties: { to: {} } } } } },
    })
    assert.deepEqual(named(route, "thing.ask"), [
      "thing.from from airport.iata false",
      "thing.to to airport.iata false",
      "thing.from_2 from- thing.from_2 false",
      "thing.to_2 to_2 airport.iata false",
    ])
  })

  it("an imported operation names its outputs on two levels, and its output slots", () => {
    assert.deepEqual(imported(fixture("petshop-2.0.json")).operation("pet.getPet").output, [
      "pet.id",
      "pet.name",
      "owner.name",
      "owner.since",
      "mother.id",
      "mother.name",
      "mother.owner",
      "mother.mother",
    ])
    assert.deepEqual(imported(fixture("stations-3.1.json")).operation("station.list").output, [
      "airport.iata",
      "station.metres",
      "near.iata",
      "near.metres",
      "near.near",
    ])
    assert.notInclude(imported(fixture("parcels-3.0.yaml")).operation("parcel.track").output, "parcel.secret")
  })

  it("an imported operation takes price, freshness, questions and keywords from the nearest level of its document", () => {
    const { description, examples, freshnessSeconds, name, pricing } = imported(fixture("parcels-3.0.yaml")).operation("parcel.track")
    assert.deepEqual({ description, examples, freshnessSeconds, name, pricing }, {
      description: "Where a parcel is",
      examples: ["Where is RR123456785GB?"],
      freshnessSeconds: 60,
      name: "Where a parcel is",
      pricing: { model: "per_call", price: 500n },
    } as never)
    const stations = imported(fixture("stations-3.1.json"))
    assert.deepEqual(stations.operation("station.list").pricing, { model: "per_result", price: 100n } as never)
    assert.deepEqual(imported(answering({}, { pricing: { model: "free" } })).operation("thing.ask").pricing, {
      model: "free",
      price: 0n,
    } as never)
  })

  it.effect("a call runs the variant whose inputs are given, at the price of that variant", () =>
    Effect.gen(function* () {
      const source = imported(fixture("stations-3.1.json"), answered({ iata: "LHR" }))
      const lookup = source.operation("station.lookup")
      assert.deepEqual(
        variantsOf(lookup).map(({ input, pricing }) => [pricing.price, ...input.map(({ native, required }) => `${native} ${required}`)]),
        [
          [200n, "iata true", "units false"],
          [300n, "icao true", "units false"],
        ],
      )
      yield* source.ask("station.lookup", { icao: "EGLL", units: "metric" })
      yield* source.ask("station.lookup", { iata: "LHR" })
      assert.deepEqual(source.requests.map(line), ["GET /v1/lookup?icao=EGLL&units=metric", "GET /v1/lookup?iata=LHR"])
      const both = resolveInput(lookup, { iata: "LHR", icao: "EGLL" })
      assert.isTrue(Result.isFailure(both))
    }),
  )

  it("variants that cannot be called or have no price are left out", () => {
    const variants = [{ required: ["a"], price_micro_usd: 5 }, { required: ["nothing"], price_micro_usd: 5 }, { required: ["b"] }]
    const parameters = ["a", "b"].map((name) => ({ name, in: "query" }))
    const source = imported({ ...withOperation({ "x-gateway": { variants }, parameters }), "x-gateway": {} })
    assert.strictEqual(variantsOf(source.operation("thing.ask")).length, 1)
    assert.include(source.warnings.join(), "has no input nothing")
    assert.include(source.warnings.join(), "variants without a price")
  })
})

describe("an imported source", () => {
  it("an imported source is described by its document", () => {
    const { operations: _, logoUrl, ...source } = imported(fixture("petshop-2.0.json")).source
    assert.match(logoUrl, /^data:image\/svg/)
    assert.deepEqual(source, {
      id: "sample",
      name: "Pet shop",
      provider: "Pets Ltd",
      description: "Pets and orders.",
      category: "api",
      tags: [],
      sectors: [],
      capabilities: [],
      jurisdiction: "unknown",
      attribution: "Pet shop 1.4 by Pets Ltd (Apache-2.0).",
      sourceUrl: "https://api.example.com",
    })
    const parcels = imported(fixture("parcels-3.0.yaml")).source
    assert.deepEqual(parcels.group, { id: "parcels", name: "Parcel carriers", description: "Where a parcel is." })
    assert.deepEqual([parcels.category, parcels.jurisdiction, parcels.provider], ["logistics", "EU", "api.example.com"])
    assert.deepEqual(imported(fixture("stations-3.1.json")).source.tags, ["weather", "aviation"])
    assert.deepEqual(imported(answering({})).source.group, undefined)
  })

  it("an imported source declares what it does not answer with x-gateway.gaps, and malformed ones are ignored", () => {
    const gaps = [{ message: "No source has the size of a thing.", phrases: ["size of the thing", "how big"] }]
    assert.deepEqual(imported({ ...withOperation({}), "x-gateway": { gaps } }).source.gaps, gaps)
    assert.isUndefined(imported({ ...withOperation({}), "x-gateway": { gaps: [{ message: "No phrases.", phrases: [] }] } }).source.gaps)
    assert.isUndefined(imported(withOperation({})).source.gaps)
  })

  it("the address of an imported source is the first server of its document with its variables filled in", () => {
    const at = (document: string) =>
      Result.match(
        Result.flatMap(readDocument(document), ({ document }) => serverAddress(document)),
        {
          onFailure: ({ message }) => message,
          onSuccess: (url) => url,
        },
      )
    const served = (servers: unknown) => at(JSON.stringify(withOperation({}, { servers })))
    assert.strictEqual(at(fixture("petshop-2.0.json")), "https://pets.example.com/v2")
    assert.strictEqual(at(fixture("parcels-3.0.yaml")), "https://eu.parcels.example.com/live")
    assert.match(served([]), /names no server\. State the address of the API\./)
    for (const url of ["/v1", "https://{host}/", "ftp://a.example", "https://a:b@c.example", "https://a@c.example", "https://a.example/?b"])
      assert.match(served([{ url }]), /State the address of the API\./, url)
  })
})
