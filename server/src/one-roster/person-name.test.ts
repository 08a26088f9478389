import { expect, test } from "vitest";
import { splitName } from "./person-name.ts";

test.each([
  ["李小明", "李", "小明"],
  ["欧阳娜娜", "欧阳", "娜娜"],
  ["欧阳", "欧", "阳"],
  ["阿依古丽·买买提", "阿依古丽", "买买提"],
  ["John Ronald Smith", "Smith", "John Ronald"],
  ["Plato", "-", "Plato"],
  ["李", "-", "李"],
  ["𠮷田花", "𠮷", "田花"],
])("%s is %s and %s", (name, familyName, givenName) => {
  expect(splitName(name)).toEqual({ familyName, givenName });
});
