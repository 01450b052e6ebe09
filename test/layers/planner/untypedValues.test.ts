import { assert, describe, it } from "@effect/vitest"
import { sourceOf } from "../../../scripts/eval/suites.ts"
import { field, operation, planningOf } from "./untyped.ts"

const optional = (...given: Parameters<typeof field>) => ({ ...field(...given), required: false })

const city = field("bus", "city", "string", "The city and state, as in Berkeley, CA")

const source = sourceOf("imported", [
  operation("money.convert_currency", "Convert currency", "Converts an amount of money between two currencies.", [
    field("money", "amount", "number", "The amount to convert"),
    field("money", "from_currency", "string", "The currency to convert from"),
    field("money", "to_currency", "string", "The currency to convert to"),
  ]),
  operation("bus.find_bus", "Find bus", "Finds buses to a city.", [city]),
  operation("house.find_properties", "Find properties", "Find properties based on location, budget, and specifications", [
    field("house", "location", "string", "City and state where the property is located, e.g. San Diego, CA."),
    field("house", "bedrooms", "integer", "Number of bedrooms required in the property."),
    optional("house", "budget.min", "number", "Minimum budget limit."),
    optional("house", "budget.max", "number", "Maximum budget limit."),
  ]),
  operation("geo.triangle_area", "Triangle area", "Calculates the area of a triangle from its base and height.", [
    field("geo", "base", "number", "Length of the base"),
    field("geo", "height", "number", "Height of the triangle"),
  ]),
  operation("geo.triangle_perimeter", "Triangle perimeter", "Calculates the perimeter of a triangle.", [
    field("geo", "side1", "number", "Length of the first side"),
    field("geo", "side2", "number", "Length of the second side"),
    field("geo", "side3", "number", "Length of the third side"),
  ]),
  operation("cells.structure", "Cell structure", "Finds information about the structure of a cell.", [
    field("cells", "cell_type", "string", "The type of the cell"),
    optional("cells", "detailed", "boolean", "Whether all parts are described"),
  ]),
  operation("names.sort_names", "Sort names", "Sorts a list of names.", [
    { ...field("names", "elements", "array", "The names to sort"), jsonSchema: { type: "array", items: { type: "string" } } },
  ]),
  operation("events.get_event", "Get event", "Retrieves an event by its identifier.", [
    field("events", "eventId", "string", "The identifier of the event"),
  ]),
  operation("stylists.find_stylist", "Find stylist", "Finds a hair stylist in a city.", [
    field("stylists", "city", "string", "The city to search in"),
  ]),
  operation("pages.fetch_page", "Fetch page", "Fetches a web page.", [field("pages", "url", "string", "The address of the page")]),
  operation("network.ping_host", "Ping host", "Pings a host of a network.", [
    field("network", "ip_address", "string", "The IP address of the host"),
  ]),
  operation("hotel.book_rooms", "Book rooms", "Books rooms of a hotel for children.", [
    field("hotel", "rooms", "integer", "The number of rooms"),
  ]),
  operation("physics.density", "Density", "Calculates the density of a body from its mass and volume.", [
    field("physics", "mass", "number", "Mass of the body in kg"),
    field("physics", "volume", "number", "Volume of the body in liters"),
  ]),
  operation("food.find_restaurants", "Find restaurants", "Finds restaurants in a city.", [
    field("food", "city", "string", "The city to search in"),
    optional("food", "has_live_music", "boolean", "Whether there is live music"),
  ]),
  operation("code.list_issues", "List issues", "Lists the issues of a repository.", [
    field("code", "repo", "string", "The name of the repository"),
    field("code", "state", "string", "The state of the issues: 'open', 'closed' or 'all'"),
  ]),
  operation("accounts.get_user", "Get user", "Retrieves a user by the id.", [field("accounts", "user_id", "string", "The id of the user")]),
  operation("logs.fetch_logs", "Fetch logs", "Fetches the logs of the server.", [
    field("logs", "start_time", "string", "Start of the logs, in the format YYYY-MM-DD"),
  ]),
  operation("weather.find_stations", "Find weather stations", "Finds weather stations between two longitudes.", [
    field("weather", "min_longitude", "number", "Western end"),
    field("weather", "max_longitude", "number", "Eastern end"),
  ]),
  operation("files.list_file", "Show file", "Shows a file.", [
    field("files", "path", "string", "The path of the file"),
    optional("files", "list", "boolean", "As a table"),
  ]),
  operation("hotels.list_amenities", "List amenities", "Lists the amenities of a hotel.", [
    {
      ...field("hotels", "hotel_id", "string", "The number of the hotel"),
      jsonSchema: { type: "string", description: "The number of the hotel", pattern: "^[0-9]+$" },
    },
  ]),
  operation("reminders.set_reminder", "Set reminder", "Sets a reminder with a message.", [
    {
      ...field("reminders", "message", "string", "The message of the reminder"),
      jsonSchema: { type: "string", description: "The message of the reminder", minLength: 10 },
    },
  ]),
  operation("rooms.heat_room", "Heat room", "Heats a room to a temperature.", [
    {
      ...field("rooms", "temperature", "number", "The temperature of the room in degrees Celsius"),
      jsonSchema: { type: "number", description: "The temperature of the room in degrees Celsius", maximum: 30 },
    },
  ]),
  operation("trains.book_train", "Book train", "Books a train that departs at a time.", [
    field("trains", "departure_time", "string", "Time of departure, in 24-hour format HH:MM"),
  ]),
])

type Case = readonly [question: string, operation: string, values: ReadonlyArray<unknown>]

const { callsOf, read } = planningOf(source)

describe("the value of an input that only its description explains", () => {
  it.each([
    ["Convert 150 Euros to Canadian dollars.", "money.convert_currency", [150, "EUR", "CAD"]],
    ["Find a bus to Vancouver, BC.", "bus.find_bus", ["Vancouver, BC"]],
    ["Find a bus to Portland, OR, please.", "bus.find_bus", ["Portland, OR"]],
    [
      "Find a 3 bedroom villa for sale within $300,000 to $400,000 budget in San Diego.",
      "house.find_properties",
      ["San Diego, CA", 3, 300_000, 400_000],
    ],
    ["Calculate the area of a triangle with its base and height as 6cm and 10cm.", "geo.triangle_area", [6, 10]],
    ["Calculate the area of a triangle whose height and base are 6 and 10.", "geo.triangle_area", [10, 6]],
    ["What is the perimeter of a triangle whose three sides are 5, 4 and 3 units long?", "geo.triangle_perimeter", [5, 4, 3]],
    ["Find detailed information about the structure of the human cell.", "cells.structure", [true, "human"]],
    ["Sort this list of names: ['Sam', 'Alice', 'Jack'].", "names.sort_names", [["Sam", "Alice", "Jack"]]],
    // Not each word for a number counts a list, and units say more than the order.
    ["Book two rooms for children aged 8 and 12.", "hotel.book_rooms", [2]],
    ["Calculate the density of a body whose mass and volume are 5 liters and 20 kg.", "physics.density", [20, 5]],
    // A name is no flag, a described value or a name is no word about the operation, and a day may be the time of logs.
    ["Find restaurants in Livermore.", "food.find_restaurants", ["Livermore"]],
    ["Find restaurants in tokyo.", "food.find_restaurants", ["tokyo"]],
    ["List closed issues of the repository Effect.", "code.list_issues", ["Effect", "closed"]],
    ["Get the user with the id johndoe.", "accounts.get_user", ["johndoe"]],
    ["Fetch the logs of the server since 2023-05-01.", "logs.fetch_logs", ["2023-05-01"]],
    // Across the antimeridian the larger longitude comes first, and a verb is no flag.
    ["Find weather stations from longitude 170 to -170.", "weather.find_stations", [170, -170]],
    ["List the file 'a.txt'.", "files.list_file", ["a.txt"]],
    ["Find a bus to Portland, Maine.", "bus.find_bus", ["Portland, Maine"]],
    ["Find a bus to San Diego, CA, US.", "bus.find_bus", ["San Diego, CA"]],
    ["List the amenities of the hotel '4711'.", "hotels.list_amenities", ["4711"]],
    ["Set a reminder with the message 'Feed the cat'.", "reminders.set_reminder", ["Feed the cat"]],
    ["Heat the room to a temperature of 21 degrees.", "rooms.heat_room", [21]],
    // A name that is not English may be a town that no list has.
    ["Find restaurants, city Xyzzyville.", "food.find_restaurants", ["Xyzzyville"]],
  ] satisfies ReadonlyArray<Case>)("%s", (question, operation, values) => {
    assert.deepStrictEqual(callsOf(question), [[operation, values]])
  })

  it.each([
    "Could you get me the details of the event?",
    "Find a hair stylist for me.",
    "Find a bus to the cinema.",
    "Find restaurants that are Vegan friendly.",
    "Fetch the web page 'network777'.",
    "Ping the network host of our competitor.",
    "Book the train that departs on 3 May 2023.",
    "List the amenities of the hotel '123ABC'.",
    "Set a reminder with the message 'Night'.",
    "Heat the room to a temperature of 300 degrees.",
  ])("is no text that the input cannot take, and no money is spent: %s", (question) =>
    assert.notStrictEqual(read(question)._tag, "Planned"),
  )
})
