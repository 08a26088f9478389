// For browsers without modules, of which the oldest run no script that stands in the page itself.
location.replace("old.html" + location.hash);
